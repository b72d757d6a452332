import type { MessageParams } from '@medcloud/contract/operations/format-message';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Tx } from '../../platform/db/database.ts';
import type { AppContext } from '../core/context.ts';
import { insertEvents } from './store.ts';
import { newEvent } from './system-event.ts';

/** Writes an event into the system log in the caller's own transaction: it stands there if, and only if, the act does. */
export async function logEvent(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  code: SystemEventCode,
  params: MessageParams = {},
): Promise<void> {
  await insertEvents(tx, [newEvent(context, code, params)]);
}
