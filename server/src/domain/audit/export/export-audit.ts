import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { record } from '../record/record.ts';
import { toAuditFields } from '../record/to-audit-fields.ts';
import { formatCursor } from '../search/event-cursor.ts';
import { type AuditFilterQuery, readFilter, toQueryDetails } from '../search/read-filter.ts';
import { findPatientIds } from '../search/reads.ts';
import { showEntry } from '../search/show.ts';
import { type AuditFilter, type AuditRow, countEvents, isStillAdmin, listEvents } from '../search/store.ts';
import { toFhirEvent } from './to-fhir-event.ts';

// a page of events is below 1 MB
const maxPageEvents = 500;

/** A prepared export. Only one page is in memory at a time. */
export interface AuditExport {
  events: number;
  lines: () => AsyncGenerator<Buffer>;
}

/**
 * Prepares the matching events as FHIR AuditEvents, one per line, oldest first. With `shouldRecord`, writes its own
 * event before the first line; that event is not exported. Throws `validation` on `dateFrom` if more events match than
 * an export may have. The lines throw `unauthenticated` once the session ends, so a partial export never looks
 * complete.
 */
export async function exportAudit(
  context: Pick<AppContext, 'db' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  query: AuditFilterQuery,
  shouldRecord: boolean,
): Promise<AuditExport> {
  const { filter, events } = await context.db.within(scope, async (tx) => {
    const searchFilter = await readFilter(context, tx, query);
    const count = searchFilter === null ? 0 : await countEvents(tx, searchFilter, limits.maxAuditExportEvents);
    if (count > limits.maxAuditExportEvents) throw createFieldFault('dateFrom', issueCode('audit_export_too_long'));
    const details = { ...toQueryDetails(query), events: count };
    if (shouldRecord) await record(tx, { event: 'audit_exported', ...toAuditFields(request), details });
    return { filter: searchFilter, events: count };
  });
  return { events, lines: () => streamLines(context, scope, filter, events) };
}

async function* streamLines(
  context: Pick<AppContext, 'db' | 'settings'>,
  scope: AdminScope,
  filter: AuditFilter | null,
  eventCount: number,
): AsyncGenerator<Buffer> {
  const site = context.settings.publicUrl.origin;
  let after: string | null = null;
  let remaining = eventCount;
  while (filter !== null && remaining > 0) {
    const { rows, names } = await readPage(context, scope, filter, {
      after,
      limit: Math.min(remaining, maxPageEvents),
    });
    const last: AuditRow | undefined = rows.at(-1);
    if (last === undefined) return;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(toFhirEvent(showEntry(row, names), site))}\n`).join(''));
    after = formatCursor(last);
    remaining -= rows.length;
  }
}

async function readPage(
  { db }: DbContext,
  scope: AdminScope,
  filter: AuditFilter,
  { after, limit }: { after: string | null; limit: number },
) {
  return await db.read(scope, async (tx) => {
    // A session that has ended sees no rows, which would look like the end.
    if (!(await isStillAdmin(tx))) throw new Fault('unauthenticated');
    const rows = await listEvents(tx, filter, { limit, after, isOldestFirst: true });
    const ids = rows.flatMap(({ patientId }) => patientId ?? []);
    return { rows, names: await findPatientIds(tx, ids) };
  });
}
