import { limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import type { Tx } from '../../platform/db/database.ts';
import { findLiveAmong } from '../access/grant-store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { readFilter, type TrailQuery, traceOf } from './read-filter.ts';
import { showEntry } from './show.ts';
import { countTrail, isPlace, listTrail, namePatients, type TrailFilter, writePlace } from './store.ts';

export interface AuditPage {
  entries: AuditEntry[];
  /** Counted to 1,001 at most. */
  total: number;
  cursor: string | null;
}

type ListQuery = TrailQuery & { limit?: number | undefined; cursor?: string | undefined };

/** The audit trail, newest first. That it was read is an event as well, which the next reading shows. */
export async function listAudit(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  query: ListQuery,
): Promise<AuditPage> {
  if (query.cursor !== undefined && !isPlace(query.cursor)) throw fieldFault('cursor', sentences.cursorInvalid);
  return await portal.db.within(scope, async (tx) => {
    const filter = await readFilter(portal, tx, query);
    const page = filter === null ? { entries: [], total: 0, cursor: null } : await readPage(tx, filter, query);
    await record(tx, {
      event: 'audit_shown',
      ...askedBy(asking),
      details: { ...traceOf(query), shown: page.entries.length, ...(asking.background ? { background: true } : {}) },
    });
    return page;
  });
}

async function readPage(tx: Tx, filter: TrailFilter, query: ListQuery): Promise<AuditPage> {
  const limit = query.limit ?? limits.listDefault;
  const rows = await listTrail(tx, filter, { limit: limit + 1, after: query.cursor ?? null });
  const shown = rows.slice(0, limit);
  const names = await namePatients(
    tx,
    shown.flatMap(({ patientId }) => patientId ?? []),
  );
  const live = await findLiveAmong(
    tx,
    shown.flatMap(({ purpose }) => purpose ?? []),
  );
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => showEntry(row, names, live)),
    total: await countTrail(tx, filter, 1_000),
    cursor: rows.length > limit && last ? writePlace(last) : null,
  };
}
