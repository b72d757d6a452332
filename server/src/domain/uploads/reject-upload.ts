import { Fault } from '@medcloud/contract/faults';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { DbContext, StorageContext } from '../core/context.ts';
import { removeUploadFile } from './remove-upload-file.ts';
import { toStoredFault } from './show.ts';
import { markEnded, type UploadRow } from './store.ts';

/** Faults that reject a file in any part. Any other error leaves the upload open. */
const fileFaults = ['unsupported_type', 'empty_file'];
/**
 * Faults that reject a complete file. `too_large` is for a document; a part's `too_large` concerns only the part.
 * `validation` is for fields that were valid at the start, for example if the patient's birth date changed meanwhile.
 */
const completeFileFaults = [
  ...fileFaults,
  'unreadable_archive',
  'unsafe_archive',
  'no_dicom',
  'unreadable_document',
  'too_large',
  'validation',
];

/**
 * Ends the upload of a rejected file: deletes its bytes and stores the fault. Returns the error for the caller to
 * throw.
 */
export async function rejectUpload(
  context: StorageContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  row: UploadRow,
  { error, isComplete }: { error: unknown; isComplete: boolean },
): Promise<unknown> {
  if (error instanceof BlobError && error.code === 'corrupt') await abortCorruptUpload(context, scope, row);
  const rejectingFaults = isComplete ? completeFileFaults : fileFaults;
  if (!(error instanceof Fault) || !rejectingFaults.includes(error.code)) return error;
  const isRejected = await context.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'reject', toStoredFault(error)))) return false;
    const { code } = error;
    const object = { kind: 'upload', id: row.id };
    await record(tx, {
      event: 'exam_upload_refused',
      outcome: 'failure',
      ...toAuditFields(request),
      patientId: row.patientUuid,
      object,
      details: { code },
    });
    return true;
  });
  if (isRejected) await removeUploadFile(context, scope, row.id);
  return error;
}

/**
 * Aborts an upload whose durable bytes are missing or changed, because no part can continue it. The error itself is
 * reported and logged like any internal error.
 */
async function abortCorruptUpload(context: DbContext, scope: CenterScope, row: UploadRow): Promise<void> {
  await context.db.within(scope, (tx) => markEnded(tx, row, 'abort', null));
}
