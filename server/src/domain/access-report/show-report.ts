import { type AccessReportEntry, type AccessReportQuery, issueCode, limits } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { dayAfter, startOfDay } from '../../platform/time/days.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { formatCursor, isCursor } from '../audit/search/event-cursor.ts';
import type { AdminPrincipal, CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope, CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { findSubject } from './find-subject.ts';
import { findNames } from './names.ts';
import { countReportEvents, listReportEvents, type ReportFilter, type SubjectColumn } from './reads.ts';
import { showReportEntry } from './show.ts';

export type ReportScope = CenterScope | AdminScope;
export type ReportRequest = RequestContext<CenterPrincipal | AdminPrincipal>;

export interface ReportPage {
  entries: AccessReportEntry[];
  total: number;
  cursor: string | null;
}

/**
 * Lists who did what to a subject in a period, newest first, and records that it was read. Throws `not_found` for a
 * subject that the scope may not see, and `report_too_large` beyond 366 days or 5,000 entries.
 */
export async function showAccessReport(
  context: Pick<AppContext, 'db' | 'settings'>,
  scope: ReportScope,
  request: ReportRequest,
  query: AccessReportQuery,
): Promise<ReportPage> {
  if (query.cursor !== undefined && !isCursor(query.cursor))
    throw createFieldFault('cursor', issueCode('cursor_invalid'));
  const limit = query.limit ?? limits.listDefault;
  return await context.db.within(scope, async (tx) => {
    const { column, recorded } = await findSubject(tx, scope, query.subject);
    const filter = toReportFilter(context, scope, column, query);
    const total = await countReportEvents(tx, filter, limits.maxReportEntries);
    if (total > limits.maxReportEntries) throw new Fault('report_too_large');
    const rows = await listReportEvents(tx, filter, { after: query.cursor ?? null, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const names = await findNames(tx, shown);
    const details = { from: query.from, to: query.to, shown: shown.length };
    await record(tx, { event: 'access_report_shown', ...toAuditFields(request), ...recorded, details });
    const last = shown.at(-1);
    return {
      entries: shown.map((row) => showReportEntry(row, names, scope.kind === 'center')),
      total,
      cursor: rows.length > limit && last ? formatCursor(last) : null,
    };
  });
}

/** Returns the filter of a subject and a period of days. Throws `report_too_large` beyond 366 days. */
export function toReportFilter(
  { settings: { timeZone } }: Pick<AppContext, 'settings'>,
  scope: ReportScope,
  column: SubjectColumn,
  { from, to }: { from: string; to: string },
): ReportFilter {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > limits.maxReportDays) throw new Fault('report_too_large');
  return {
    ...column,
    centerId: scope.kind === 'center' ? scope.centerId : null,
    from: startOfDay(timeZone, from),
    to: startOfDay(timeZone, dayAfter(to)),
  };
}
