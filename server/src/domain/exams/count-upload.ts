import { sentences } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { addUploadOfDay } from './store.ts';

/** Counts an upload that begins, on whichever node. Fails with `rate_limited` where the center's uploads of today are used up. */
export async function countUpload(
  portal: Pick<Portal, 'settings' | 'clock'>,
  tx: Tx,
  scope: CenterScope,
): Promise<void> {
  if (await addUploadOfDay(tx, scope.centerId, today(portal), portal.settings.uploadsPerDay)) return;
  throw new Fault('rate_limited', { message: sentences.uploadsSpent, retryAfterSeconds: 3_600 });
}
