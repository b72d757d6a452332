import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { dayAfter, startOfDay } from '../../platform/time/days.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { type AppContext, today } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { incrementUploadsOfDay } from './store.ts';

/**
 * Counts an upload that starts, on all nodes together. Throws `rate_limited` with the time until the operator's next
 * day if the center's uploads of today are used up.
 */
export async function countUpload(
  context: Pick<AppContext, 'settings' | 'clock'>,
  tx: Tx,
  scope: CenterScope,
): Promise<void> {
  const day = today(context);
  if (await incrementUploadsOfDay(tx, scope.centerId, day, context.settings.uploadsPerDay)) return;
  const tomorrow = startOfDay(context.settings.timeZone, dayAfter(day));
  const retryAfterSeconds = (tomorrow.getTime() - context.clock.now().getTime()) / 1_000;
  throw new Fault('rate_limited', { reason: issueCode('uploads_spent'), retryAfterSeconds });
}
