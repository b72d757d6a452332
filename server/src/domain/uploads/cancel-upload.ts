import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { uploadBusyFault } from './acquire-upload.ts';
import { type IdleUpload, listIdleUploads, markEnded, markExpired, type UploadRow } from './store.ts';

/** Ends an open upload that is held; what came of it is removed. One that came to nothing stays so; `invalid_state` for one that is an exam. */
export async function cancelUpload(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  row: UploadRow,
): Promise<void> {
  if (row.state === 'stored') throw new Fault('invalid_state');
  if (row.state === 'rejected' || row.state === 'aborted') return;
  await context.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'aborted', null))) throw uploadBusyFault();
    const object = { kind: 'upload', id: row.id };
    await record(tx, { event: 'exam_upload_ended', ...toAuditFields(request), patientId: row.patientUuid, object });
  });
  await context.objects.remove(row.objectId);
}

const batchSize = 500;

/** Ends uploads of which nothing was heard for 48 hours. Returns how many. */
export async function expireIdleUploads(
  context: Pick<AppContext, 'db' | 'objects'>,
  idleMs: number = limits.uploadIdleMs,
): Promise<number> {
  const scope = systemScope('sweep');
  const idleSeconds = Math.ceil(idleMs / 1_000);
  const idleUploads = await context.db.within(scope, (tx) => listIdleUploads(tx, idleSeconds, batchSize));
  let expiredCount = 0;
  for (const upload of idleUploads) if (await expireUpload(context, upload, idleSeconds)) expiredCount += 1;
  return expiredCount;
}

/** Whether it was ended: one that was heard of since it was listed, or is an exam by now, is not. */
async function expireUpload(
  context: Pick<AppContext, 'db' | 'objects'>,
  { id, centerId, patientUuid, objectId }: IdleUpload,
  idleSeconds: number,
): Promise<boolean> {
  const isExpired = await context.db.within(systemScope('sweep'), async (tx) => {
    if (!(await markExpired(tx, id, idleSeconds))) return false;
    const object = { kind: 'upload', id };
    const details = { cause: 'idle' };
    const actor = { kind: 'system' } as const;
    await record(tx, { event: 'exam_upload_ended', actor, centerId, patientId: patientUuid, object, details });
    return true;
  });
  if (isExpired) await context.objects.remove(objectId);
  return isExpired;
}
