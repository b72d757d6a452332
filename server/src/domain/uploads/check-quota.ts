import { hasRoomFor } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { findStorageUse } from '../centers/reads.ts';
import type { AppContext } from '../core/context.ts';
import { hasEarlierResult } from '../core/with-idempotency.ts';
import { countUpload } from './count-upload.ts';

/**
 * Checks an upload before its first byte is read. Throws `quota_exceeded` if the center's plan has no room for it, and
 * `rate_limited` beyond the uploads of a day. A running upload is never cut, so concurrent uploads may exceed the quota
 * a little. A retry whose first response was lost is allowed.
 */
export async function checkQuota(
  context: Pick<AppContext, 'db' | 'settings' | 'clock'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  sizeBytes: number,
): Promise<void> {
  await context.db.within(scope, async (tx) => {
    const storageUse = await findStorageUse(tx, scope.centerId);
    // no row: the session ended meanwhile; looking up the patient reports that
    if (storageUse === null || (await hasEarlierResult(tx, request))) return;
    if (!hasRoomFor(storageUse, sizeBytes)) throw new Fault('quota_exceeded');
    await countUpload(context, tx, scope);
  });
}
