import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { StorageContext } from '../core/context.ts';
import { uploadBusyFault } from './acquire-upload.ts';
import { removeUploadFile } from './remove-upload-file.ts';
import { type IdleUpload, listIdleUploads, markEnded, markExpired, type UploadRow } from './store.ts';

/**
 * Cancels an open upload that is locked, and deletes its bytes. A rejected or aborted upload stays unchanged. Throws
 * `invalid_state` if it already became an exam.
 */
export async function cancelUpload(
  context: StorageContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  row: UploadRow,
): Promise<void> {
  if (row.state === 'stored') throw new Fault('invalid_state');
  if (row.state === 'rejected' || row.state === 'aborted') return;
  await context.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'abort', null))) throw uploadBusyFault();
    const object = { kind: 'upload', id: row.id };
    await record(tx, { event: 'exam_upload_ended', ...toAuditFields(request), patientId: row.patientUuid, object });
  });
  await removeUploadFile(context, scope, row.id);
}

const batchSize = 500;

/** Expires uploads without activity for 48 hours. Returns their number. */
export async function expireIdleUploads(
  context: StorageContext,
  idleMs: number = limits.uploadIdleMs,
): Promise<number> {
  const scope = systemScope('sweep');
  const idleSeconds = Math.ceil(idleMs / 1_000);
  const idleUploads = await context.db.within(scope, (tx) => listIdleUploads(tx, idleSeconds, batchSize));
  let expiredCount = 0;
  for (const upload of idleUploads) if (await expireUpload(context, upload, idleSeconds)) expiredCount += 1;
  return expiredCount;
}

/** Returns whether the upload was expired. It is not if it was active since it was listed, or became an exam. */
async function expireUpload(
  context: StorageContext,
  { id, centerId, patientUuid }: IdleUpload,
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
  if (isExpired) await removeUploadFile(context, systemScope('sweep'), id);
  return isExpired;
}
