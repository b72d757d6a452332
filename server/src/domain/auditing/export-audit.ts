import { limits, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { fhirEvent } from './fhir-event.ts';
import { readFilter, type TrailQuery, traceOf } from './read-filter.ts';
import { showEntry } from './show.ts';
import {
  countTrail,
  isAdminStill,
  listTrail,
  namePatients,
  type TrailFilter,
  type TrailRow,
  writePlace,
} from './store.ts';

// a page of events is below a megabyte
const eventsAtOnce = 500;

/** An export that may begin: nothing is in memory but a page. */
export interface AuditExport {
  events: number;
  lines: () => AsyncGenerator<Buffer>;
}

/**
 * Prepares the events that match as FHIR AuditEvents, one a line, oldest first. Its own event is written before the first line,
 * unless `leavesTrace` is false, and does not stand among them. Fails on `dateFrom` where more match than an export holds. The
 * lines fail with `unauthenticated` once the session is over, so that an export that was cut is none that ended.
 */
export async function exportAudit(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  query: TrailQuery,
  leavesTrace: boolean,
): Promise<AuditExport> {
  const { filter, events } = await portal.db.within(scope, async (tx) => {
    const wanted = await readFilter(portal, tx, query);
    const count = wanted === null ? 0 : await countTrail(tx, wanted, limits.auditExportMost);
    if (count > limits.auditExportMost) throw fieldFault('dateFrom', sentences.auditExportTooLong);
    const details = { ...traceOf(query), events: count };
    if (leavesTrace) await record(tx, { event: 'audit_exported', ...askedBy(asking), details });
    return { filter: wanted, events: count };
  });
  return { events, lines: () => linesOf(portal, scope, filter, events) };
}

async function* linesOf(
  portal: Portal,
  scope: AdminScope,
  filter: TrailFilter | null,
  most: number,
): AsyncGenerator<Buffer> {
  const site = portal.settings.publicUrl.origin;
  let after: string | null = null;
  let left = most;
  while (filter !== null && left > 0) {
    const { rows, names } = await readPage(portal, scope, filter, { after, limit: Math.min(left, eventsAtOnce) });
    const last: TrailRow | undefined = rows.at(-1);
    if (last === undefined) return;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(fhirEvent(showEntry(row, names), site))}\n`).join(''));
    after = writePlace(last);
    left -= rows.length;
  }
}

async function readPage(
  { db }: Portal,
  scope: AdminScope,
  filter: TrailFilter,
  { after, limit }: { after: string | null; limit: number },
) {
  return await db.read(scope, async (tx) => {
    // a session that ended meanwhile sees no row, which would look like the end
    if (!(await isAdminStill(tx))) throw new Fault('unauthenticated');
    const rows = await listTrail(tx, filter, { limit, after, oldestFirst: true });
    const ids = rows.flatMap(({ patientId }) => patientId ?? []);
    return { rows, names: await namePatients(tx, ids) };
  });
}
