import type { AuditGroup, AuditOutcome } from '@medcloud/contract/operations/audit-events';
import * as admin from '@medcloud/contract/routes/admin';
import { portal } from './client/portal.ts';
import { useAct, useCall, usePages } from './client/use-call.ts';
import { type FileToFetch, useDownload } from './download.ts';

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

/** The audit trail, newest first. */
export const useAuditEvents = (filter: AuditFilter) =>
  usePages(admin.auditEvents, { query: queryOf(filter) }, { keep: true, fresh: true });

/** How far it is sealed and signed. */
export const useAuditState = () => useCall(admin.auditState, {}, { fresh: true });

/** Ends a grant that an entry names. */
export const useRevokeGrant = () => useAct(admin.revokeGrant, { changes: [admin.auditEvents] });

/** Hands what matches to the browser as a file. */
export function useAuditExport(): (filter: AuditFilter) => Promise<boolean> {
  const download = useDownload();
  return (filter) => {
    const query = queryOf(filter);
    const file: FileToFetch = {
      address: `${admin.exportAuditEvents.path}?${new URLSearchParams(query)}`,
      name: 'medcloud-audit.ndjson',
      ask: () => portal.send(admin.exportAuditEvents, { query }),
    };
    return download(file);
  };
}
