import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { startOfDay } from '../../platform/time/days.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { dayAfter } from '../subscriptions/effective.ts';
import { addUploadOfDay } from './store.ts';

/**
 * Counts an upload that begins, on whichever node. Fails with `rate_limited` where the center's uploads of today are used up, and names
 * the time until the operator's day is over.
 */
export async function countUpload(
  portal: Pick<Portal, 'settings' | 'clock'>,
  tx: Tx,
  scope: CenterScope,
): Promise<void> {
  const day = today(portal);
  if (await addUploadOfDay(tx, scope.centerId, day, portal.settings.uploadsPerDay)) return;
  const tomorrow = startOfDay(portal.settings.timeZone, dayAfter(day));
  const retryAfterSeconds = (tomorrow.getTime() - portal.clock.now().getTime()) / 1_000;
  throw new Fault('rate_limited', { message: sentences.uploadsSpent, retryAfterSeconds });
}
