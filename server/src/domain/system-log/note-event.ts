import type { Params } from '@medcloud/contract/operations/fill';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Tx } from '../../platform/db/database.ts';
import type { Portal } from '../portal/portal.ts';
import { insertEvents } from './store.ts';
import { newEvent } from './system-event.ts';

/** Writes an event into the system log in the caller's own transaction: it stands there if, and only if, the act does. */
export async function noteEvent(
  portal: Pick<Portal, 'clock' | 'random'>,
  tx: Tx,
  code: SystemEventCode,
  params: Params = {},
): Promise<void> {
  await insertEvents(tx, [newEvent(portal, code, params)]);
}
