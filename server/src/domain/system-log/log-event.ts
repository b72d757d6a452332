import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { insertEvents } from './store.ts';
import { newEvent } from './system-event.ts';

/** Writes an event into the system log in the caller's transaction, so it exists only if the change commits. */
export async function logEvent(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  code: SystemEventCode,
  params: MessageParams = {},
): Promise<void> {
  await insertEvents(tx, [newEvent(context, code, params)]);
}
