import { type AuditGroup, type AuditOutcome, listEventsOfGroup } from '@medcloud/contract/operations/audit-events';
import { dayAfter, startOfDay } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { findSubject } from './find-subject.ts';
import type { AuditFilter } from './store.ts';

export interface AuditFilterQuery {
  search?: string | undefined;
  group?: AuditGroup | undefined;
  outcome?: AuditOutcome | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/**
 * Builds the filter of a query; null if its search matches no subject. Days are in the operator's time zone, both
 * inclusive.
 */
export async function readFilter(
  { settings: { timeZone } }: Pick<AppContext, 'settings'>,
  tx: Reader,
  query: AuditFilterQuery,
): Promise<AuditFilter | null> {
  const search = query.search?.trim() ?? '';
  const subject = search === '' ? null : await findSubject(tx, search);
  if (search !== '' && subject === null) return null;
  return {
    subject,
    events: query.group === undefined ? null : listEventsOfGroup(query.group),
    outcome: query.outcome ?? null,
    from: query.dateFrom === undefined ? null : startOfDay(timeZone, query.dateFrom),
    to: query.dateTo === undefined ? null : startOfDay(timeZone, dayAfter(query.dateTo)),
  };
}

/** Returns the query's details for its own event: which filters were used, never the text typed. */
export function toQueryDetails(query: AuditFilterQuery): Record<string, string> {
  const { search, group, outcome, dateFrom, dateTo } = query;
  return {
    ...(search?.trim() ? { search: 'used' } : {}),
    ...(group ? { group } : {}),
    ...(outcome ? { outcome } : {}),
    ...(dateFrom ? { dateFrom } : {}),
    ...(dateTo ? { dateTo } : {}),
  };
}
