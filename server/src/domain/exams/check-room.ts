import { hasRoomFor } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { wasDone } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { countUpload } from './count-upload.ts';
import { findStorageUse } from './store.ts';

/**
 * Refuses an upload that the center's plan has no room for, before its first byte is read, with `quota_exceeded`, and
 * one too many of a day, with `rate_limited`. What was
 * begun in time is never cut: uploads under way may together go a little beyond. One whose answer was lost may come again.
 */
export async function checkRoom(
  portal: Pick<Portal, 'db' | 'settings' | 'clock'>,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  sizeBytes: number,
): Promise<void> {
  await portal.db.within(scope, async (tx) => {
    const use = await findStorageUse(tx, scope.centerId);
    // no row: the session ended meanwhile, which is said where the patient is looked up
    if (use === null || (await wasDone(tx, asking))) return;
    if (!hasRoomFor(use, sizeBytes)) throw new Fault('quota_exceeded');
    await countUpload(portal, tx, scope);
  });
}
