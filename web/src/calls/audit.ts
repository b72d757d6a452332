import type { AuditGroup, AuditOutcome } from '@medcloud/contract/operations/audit-events';
import * as admin from '@medcloud/contract/routes/admin';
import { api } from './client/api.ts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';
import { type DownloadFile, useDownload } from './download.ts';

export interface AuditFilter {
  search: string;
  group?: AuditGroup | undefined;
  outcome?: AuditOutcome | undefined;
  dateFrom: string;
  dateTo: string;
}

function queryOf({ search, group, outcome, dateFrom, dateTo }: AuditFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(group ? { group } : {}),
    ...(outcome ? { outcome } : {}),
    ...(dateFrom === '' ? {} : { dateFrom }),
    ...(dateTo === '' ? {} : { dateTo }),
  };
}

/** Lists the audit log, newest first. */
export const useAuditEvents = (filter: AuditFilter) =>
  useApiPages(admin.auditEvents, { query: queryOf(filter) }, { keepPreviousData: true, shouldAlwaysRefetch: true });

/** Gets how far the audit log is chained and signed. */
export const useAuditState = () => useApiQuery(admin.auditState, {}, { shouldAlwaysRefetch: true });

/** Revokes a grant that an audit entry names. */
export const useRevokeGrant = () => useApiMutation(admin.revokeGrant, { invalidates: [admin.auditEvents] });

/** Downloads the matching entries as a file. */
export function useAuditExport(): (filter: AuditFilter) => Promise<boolean> {
  const download = useDownload();
  return (filter) => {
    const query = queryOf(filter);
    const file: DownloadFile = {
      address: `${admin.exportAuditEvents.path}?${new URLSearchParams(query)}`,
      name: 'medcloud-audit.ndjson',
      request: () => api.send(admin.exportAuditEvents, { query }),
    };
    return download(file);
  };
}
