import { Fault } from '@medcloud/contract/faults';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { toStoredFault } from './show.ts';
import { markEnded, type UploadRow } from './store.ts';

/** What a file is refused with whatever part it came in; anything else leaves the upload open. */
const fileFaults = ['unsupported_type', 'empty_file'];
/**
 * What a file is refused with once it is whole: `too_large` for a document, where a part's is the part's own; `validation`
 * for fields that were right when it began, as where the patient's birth date was changed meanwhile.
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

/** Ends the upload of a file that is refused: its bytes go, why it was refused stays. Hands the failure back to be thrown. */
export async function rejectUpload(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  row: UploadRow,
  { error, isComplete }: { error: unknown; isComplete: boolean },
): Promise<unknown> {
  if (error instanceof BlobError && error.code === 'corrupt') await abandon(context, scope, row);
  const rejectingFaults = isComplete ? completeFileFaults : fileFaults;
  if (!(error instanceof Fault) || !rejectingFaults.includes(error.code)) return error;
  const isRejected = await context.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'rejected', toStoredFault(error)))) return false;
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
  if (isRejected) await context.objects.remove(row.objectId);
  return error;
}

/** What was durable is not there any more, or is not what it was: no part can go on from it. The failure is told and logged as any of ours. */
async function abandon(context: AppContext, scope: CenterScope, row: UploadRow): Promise<void> {
  await context.db.within(scope, (tx) => markEnded(tx, row, 'aborted', null));
}
