import { Fault } from '@medcloud/contract/faults';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { faultToKeep } from './show.ts';
import { markEnded, type UploadRow } from './store.ts';

/** What a file is refused with whatever part it came in; anything else leaves the upload open. */
const ofTheFile = ['unsupported_type', 'empty_file'];
/**
 * What a file is refused with once it is whole: `too_large` for a document, where a part's is the part's own; `validation`
 * for fields that were right when it began, as where the patient's birth date was changed meanwhile.
 */
const ofTheWhole = [
  ...ofTheFile,
  'unreadable_archive',
  'unsafe_archive',
  'no_dicom',
  'unreadable_document',
  'too_large',
  'validation',
];

/** Ends the upload of a file that is refused: its bytes go, why it was refused stays. Hands the failure back to be thrown. */
export async function rejectUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  row: UploadRow,
  { error, isWhole }: { error: unknown; isWhole: boolean },
): Promise<unknown> {
  if (error instanceof BlobError && error.code === 'corrupt') await abandon(portal, scope, row);
  const refusals = isWhole ? ofTheWhole : ofTheFile;
  if (!(error instanceof Fault) || !refusals.includes(error.code)) return error;
  const isRejected = await portal.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'rejected', faultToKeep(error)))) return false;
    const { code } = error;
    const object = { kind: 'upload', id: row.id };
    await record(tx, {
      event: 'exam_upload_refused',
      outcome: 'failure',
      ...askedBy(asking),
      patientId: row.patientUuid,
      object,
      details: { code },
    });
    return true;
  });
  if (isRejected) await portal.objects.remove(row.objectId);
  return error;
}

/** What was durable is not there any more, or is not what it was: no part can go on from it. The failure is told and logged as any of ours. */
async function abandon(portal: Portal, scope: CenterScope, row: UploadRow): Promise<void> {
  await portal.db.within(scope, (tx) => markEnded(tx, row, 'aborted', null));
}
