import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { sql } from 'kysely';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { record } from '../record/record.ts';
import { toAuditFields } from '../record/to-audit-fields.ts';
import { formatCursor, isCursor } from './event-cursor.ts';
import { type AuditFilterQuery, readFilter, toQueryDetails } from './read-filter.ts';
import { findPatientIds } from './reads.ts';
import { showEntry } from './show.ts';
import { type AuditFilter, countEvents, listEvents } from './store.ts';

export interface AuditPage {
  entries: AuditEntry[];
  /** Counted up to 1,001. */
  total: number;
  cursor: string | null;
}

type ListQuery = AuditFilterQuery & { limit?: number | undefined; cursor?: string | undefined };

/** Lists audit events, newest first. Records its own event, which the next call lists. */
export async function listAudit(
  context: Pick<AppContext, 'db' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  query: ListQuery,
): Promise<AuditPage> {
  if (query.cursor !== undefined && !isCursor(query.cursor))
    throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return await context.db.within(scope, async (tx) => {
    const filter = await readFilter(context, tx, query);
    const page = filter === null ? { entries: [], total: 0, cursor: null } : await readPage(tx, filter, query);
    await record(tx, {
      event: 'audit_shown',
      ...toAuditFields(request),
      details: {
        ...toQueryDetails(query),
        shown: page.entries.length,
        ...(request.isBackground ? { background: true } : {}),
      },
    });
    return page;
  });
}

async function readPage(tx: Tx, filter: AuditFilter, query: ListQuery): Promise<AuditPage> {
  const limit = query.limit ?? limits.listDefault;
  const rows = await listEvents(tx, filter, { limit: limit + 1, after: query.cursor ?? null });
  const shown = rows.slice(0, limit);
  const names = await findPatientIds(
    tx,
    shown.flatMap(({ patientId }) => patientId ?? []),
  );
  const activeGrantIds = await findActiveGrantIds(
    tx,
    shown.flatMap(({ purpose }) => purpose ?? []),
  );
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => showEntry(row, names, activeGrantIds)),
    total: await countEvents(tx, filter, 1_000),
    cursor: rows.length > limit && last ? formatCursor(last) : null,
  };
}

/** Finds which of these grants are active. Row-level security returns none unless the scope is an administrator's. */
async function findActiveGrantIds(tx: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM live_grants_among(${[...new Set(ids)]}::uuid[]) AS id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
