import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import { sql } from 'kysely';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { insertEvents } from './store.ts';
import { newEvent } from './system-event.ts';

/**
 * Writes an event into the system log in the caller's transaction, so it exists only if the change commits. Its time is the
 * transaction's: a clock that jumps meanwhile would make it an event of the future, which the database refuses.
 */
export async function logEvent(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  code: SystemEventCode,
  params: MessageParams = {},
): Promise<void> {
  await insertEvents(tx, [{ ...newEvent(context, code, params), at: sql<Date>`app_now()` }]);
}
