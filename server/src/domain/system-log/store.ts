import { formatSystemEvent, systemEvents } from '@medcloud/contract/operations/system-events';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/schema/json.ts';
import { type SystemEvent, searchText } from './system-event.ts';

/** Writes events; one that is there already, by its id, is left. */
export async function insertEvents(tx: Tx, events: readonly SystemEvent[]): Promise<void> {
  await tx
    .insertInto('system_events')
    .values(
      events.map((event) => ({
        id: event.id,
        at: event.at,
        level: systemEvents[event.code].level,
        source: systemEvents[event.code].source,
        code: event.code,
        params: JSON.stringify(event.params),
        message: formatSystemEvent(event.code, event.params, 'en').slice(0, 1_000),
        search_text: searchText(event),
        times: event.times,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface SystemEventRow {
  id: string;
  at: Date;
  level: 'info' | 'success' | 'warning' | 'error';
  source: string;
  code: string;
  params: JsonValue;
  message: string;
  times: number;
}

export interface SystemEventFilter {
  level?: SystemEventRow['level'] | undefined;
  source?: string | undefined;
  /** Folded; each must be somewhere in the sentence. */
  words: readonly string[];
}

function matchingEvents(tx: Reader, filter: SystemEventFilter) {
  let query = tx.selectFrom('system_events');
  if (filter.level) query = query.where('level', '=', filter.level);
  if (filter.source) query = query.where('source', '=', filter.source);
  for (const word of filter.words) query = query.where(sql<boolean>`position(${word} IN search_text) > 0`);
  return query;
}

/** Entries of the log, newest first: ids of version 7 sort by time. `before` is the last id of the page before. */
export async function listEvents(
  tx: Reader,
  filter: SystemEventFilter,
  page: { limit: number; before: string | null },
): Promise<SystemEventRow[]> {
  let query = matchingEvents(tx, filter).select(['id', 'at', 'level', 'source', 'code', 'params', 'message', 'times']);
  if (page.before !== null) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Counts entries to 1,001 at most. */
export async function countEvents(tx: Reader, filter: SystemEventFilter): Promise<number> {
  const rows = await matchingEvents(tx, filter).select('id').limit(1_001).execute();
  return rows.length;
}

/** Removes the entries older than 30 days (product, smaller rulings), and answers how many. */
export async function purgeEvents(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT sweep_system_events() AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}
