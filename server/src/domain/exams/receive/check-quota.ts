import { hasRoomFor } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { hasEarlierResult } from '../../core/with-idempotency.ts';
import { findStorageUse } from '../store.ts';
import { countUpload } from './count-upload.ts';

/**
 * Refuses an upload that the center's plan has no room for, before its first byte is read, with `quota_exceeded`, and
 * one too many of a day, with `rate_limited`. What was
 * begun in time is never cut: uploads under way may together go a little beyond. One whose answer was lost may come again.
 */
export async function checkQuota(
  context: Pick<AppContext, 'db' | 'settings' | 'clock'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  sizeBytes: number,
): Promise<void> {
  await context.db.within(scope, async (tx) => {
    const storageUse = await findStorageUse(tx, scope.centerId);
    // no row: the session ended meanwhile, which is said where the patient is looked up
    if (storageUse === null || (await hasEarlierResult(tx, request))) return;
    if (!hasRoomFor(storageUse, sizeBytes)) throw new Fault('quota_exceeded');
    await countUpload(context, tx, scope);
  });
}
