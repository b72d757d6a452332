import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import { sql } from 'kysely';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { insertEvents } from './store.ts';
import { newEvent } from './system-event.ts';

/**
 * Writes an event into the system log in the caller's transaction, so it exists only if the change commits. Where the clock was
 * set forward since the transaction began, its time is at most an hour later: the database refuses events of the next day.
 */
export async function logEvent(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  code: SystemEventCode,
  params: MessageParams = {},
): Promise<void> {
  const event = newEvent(context, code, params);
  const at = sql<Date>`least(${event.at}::timestamptz, app_now() + interval '1 hour')`;
  await insertEvents(tx, [{ ...event, at }]);
}
