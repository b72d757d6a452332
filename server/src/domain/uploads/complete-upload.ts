import { examUpload } from '@medcloud/contract';
import type { Seal } from '../../platform/blobs/container.ts';
import type { SealedPartWriter } from '../../platform/blobs/seal-part-writer.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { displayName } from '../exams/display-name.ts';
import { keepExam } from '../exams/keep-exam.ts';
import { checkContent, contentOf, sniffedBytes } from '../exams/receive-file.ts';
import { findExam } from '../exams/store.ts';
import type { Portal } from '../portal/portal.ts';
import { type HeldUpload, uploadBusy } from './hold-upload.ts';
import { metadataOf } from './open-upload.ts';
import { markStored, markVerifying, type UploadRow } from './store.ts';

/** What an upload became. */
export interface StoredUpload {
  examId: string;
  /** In hex. */
  sha256: string;
}

/**
 * Makes the exam of an upload whose last byte has come, by the same way as the form's: the file is made durable, looked at,
 * and kept with its row, trace and announcement in one transaction, in which the upload ends too. Until then the row's
 * offset stays where it was, so that a client whose answer was lost sends the last part again and the exam is made once.
 */
export async function completeUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  { row, mustHold }: Pick<HeldUpload, 'row' | 'mustHold'>,
  seal: Seal,
  writer: SealedPartWriter,
): Promise<StoredUpload> {
  try {
    if (!(await portal.db.within(scope, (tx) => markVerifying(tx, row, true)))) throw uploadBusy();
    mustHold();
    const running = await writer.finish();
    portal.crashPoint('upload-whole');
    const content = contentOf(await portal.objects.readBytes(seal, { end: Math.min(sniffedBytes, row.lengthBytes) }));
    const trail = portal.arrivals.whole(seal.objectId, row.lengthBytes);
    const zip = await checkContent(portal, seal, content, trail);
    const sha256 = running ?? (await portal.objects.verify(seal)).sha256;
    const metadata = metadataOf(portal, row);
    const fileName = displayName(metadata.filename);
    const file = {
      seal,
      content,
      sizeBytes: row.lengthBytes,
      sha256,
      zip,
      seen: trail?.members.members ?? [],
      fileName,
    };
    const { exam } = await keepExam(portal, scope, asking, examUpload.parse(metadata), file, async (tx, examId) => {
      if (!(await markStored(tx, row, examId))) throw uploadBusy();
    });
    portal.objects.forget(seal.objectId);
    return { examId: exam.id, sha256 };
  } catch (error) {
    portal.objects.forget(seal.objectId);
    await writer.leave();
    // where this fails too the row says `verifying` and is no less open
    await portal.db.within(scope, (tx) => markVerifying(tx, row, false)).catch(() => undefined);
    throw error;
  }
}

/** The exam of an upload that is stored. */
export async function storedOf(portal: Portal, scope: CenterScope, { examId }: UploadRow): Promise<StoredUpload> {
  const exam = examId && (await portal.db.within(scope, (tx) => findExam(tx, scope.centerId, examId)));
  if (!exam) throw new Error('A stored upload has no exam.');
  return { examId: exam.id, sha256: exam.sha256.toString('hex') };
}
