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
const ofTheFile = ['unsupported_type', 'empty_file', 'unreadable_archive', 'unsafe_archive', 'no_dicom'];
/** What its fields are refused with that were right when it began: the patient's birth date was changed meanwhile. */
const ofItsFields = ['validation'];

/** Ends the upload of a file that is refused: its bytes go, why it was refused stays. Hands the failure back to be thrown. */
export async function rejectUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  row: UploadRow,
  error: unknown,
): Promise<unknown> {
  if (error instanceof BlobError && error.code === 'corrupt') await abandon(portal, scope, row);
  if (!(error instanceof Fault) || ![...ofTheFile, ...ofItsFields].includes(error.code)) return error;
  await portal.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row.id, 'rejected', faultToKeep(error)))) return;
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
  });
  await portal.objects.remove(row.objectId);
  return error;
}

/** What was durable is not there any more, or is not what it was: no part can go on from it. The failure is told and logged as any of ours. */
async function abandon(portal: Portal, scope: CenterScope, row: UploadRow): Promise<void> {
  await portal.db.within(scope, (tx) => markEnded(tx, row.id, 'aborted', null));
}
