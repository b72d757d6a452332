import { systemEvents } from '@medcloud/contract/operations/system-events';
import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { Reader, Tx } from '../database.ts';
import { formatEvent, type SystemEvent, searchText } from './system-event.ts';

type NewEvent = Omit<SystemEvent, 'at'> & { at: Date | RawBuilder<Date> };

/** Inserts events; an event whose id exists is skipped. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const insert = tx
    .insertInto('system_events')
    .values(
      events.map((event) => ({
        id: event.id,
        at: event.at,
        level: systemEvents[event.code].level,
        source: systemEvents[event.code].source,
        code: event.code,
        params: JSON.stringify(event.params),
        message: formatEvent(event, 'en').slice(0, 1_000),
        search_text: searchText(event),
        times: event.times,
      })),
    )
    .onConflict((conflict) => conflict.doNothing());
  await (events.length === 1 ? insert.modifyEnd(preparedMarker) : insert).execute();
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
  /** Folded; the sentence must contain each of them. */
  words: readonly string[];
}

function matchingEvents(tx: Reader, filter: SystemEventFilter) {
  let query = tx.selectFrom('system_events');
  if (filter.level) query = query.where('level', '=', filter.level);
  if (filter.source) query = query.where('source', '=', filter.source);
  for (const word of filter.words) query = query.where(sql<boolean>`position(${word} IN search_text) > 0`);
  return query;
}

/** Lists entries of the log, newest first: version 7 ids sort by time. `before` is the last id of the previous page. */
export async function listEvents(
  tx: Reader,
  filter: SystemEventFilter,
  page: { limit: number; before: string | null },
): Promise<SystemEventRow[]> {
  let query = matchingEvents(tx, filter).select(['id', 'at', 'level', 'source', 'code', 'params', 'message', 'times']);
  if (page.before !== null) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Counts entries, up to 1,001. */
export async function countEvents(tx: Reader, filter: SystemEventFilter): Promise<number> {
  const rows = await matchingEvents(tx, filter).select('id').limit(1_001).execute();
  return rows.length;
}

/** Deletes entries older than 30 days (product, other decisions) and returns their number. */
export async function purgeEvents(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT sweep_system_events() AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}
