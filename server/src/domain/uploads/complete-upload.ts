import { examUpload } from '@medcloud/contract';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import type { EncryptedPartWriter } from '../../platform/blobs/encrypted-part-writer.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext, DbContext } from '../core/context.ts';
import { findExam } from '../exams/reads.ts';
import { createExam } from '../exams/receive/create-exam.ts';
import { checkContent, detectContent, sniffBytes } from '../exams/receive/receive-file.ts';
import { sanitizeFileName } from '../exams/receive/sanitize-file-name.ts';
import type { ZipUploadScanners } from '../exams/receive/zip-upload-scanner.ts';
import { type UploadLock, uploadBusyFault } from './acquire-upload.ts';
import { decryptMetadata } from './decrypt-upload.ts';
import { markStored, type UploadRow, updateState } from './store.ts';

/** The exam of a completed upload. */
export interface UploadResult {
  examId: string;
  /** SHA-256 of the file, in hex. */
  sha256: string;
}

/**
 * Creates the exam of an upload whose last byte has arrived, as a form upload does. The file is made durable and
 * checked. Row, audit event, notification and the end of the upload commit in one transaction. Until then the row keeps
 * its offset. A client that lost the response sends the last part again, and the exam is created only once.
 */
export async function completeUpload(
  context: Pick<
    AppContext,
    'db' | 'objects' | 'events' | 'keys' | 'clock' | 'random' | 'reachFaultPoint' | 'settings'
  > & { readonly zipScanners: Pick<ZipUploadScanners, 'removePaused' | 'addScanned'> },
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  { row, checkLock }: Pick<UploadLock, 'row' | 'checkLock'>,
  objectKey: ObjectKey,
  writer: EncryptedPartWriter,
): Promise<UploadResult> {
  try {
    if (!(await context.db.within(scope, (tx) => updateState(tx, row, 'verify')))) throw uploadBusyFault();
    checkLock();
    const runningHash = await writer.finish();
    context.reachFaultPoint('upload-whole');
    const content = detectContent(
      await context.objects.readBytes(objectKey, { end: Math.min(sniffBytes, row.lengthBytes) }),
    );
    const scanner = context.zipScanners.removePaused(objectKey.objectId, row.lengthBytes);
    const zip = await checkContent(context, objectKey, content, scanner);
    const sha256 = runningHash ?? (await context.objects.verify(objectKey)).sha256;
    const metadata = decryptMetadata(context, row);
    const fileName = sanitizeFileName(metadata.filename);
    const file = {
      objectKey,
      content,
      sizeBytes: row.lengthBytes,
      sha256,
      zip,
      scannedMembers: scanner?.members.members ?? [],
      fileName,
    };
    const { exam } = await createExam(context, scope, request, examUpload.parse(metadata), file, async (tx, examId) => {
      if (!(await markStored(tx, row, examId))) throw uploadBusyFault();
    });
    context.objects.removeRunningHash(objectKey.objectId);
    return { examId: exam.id, sha256 };
  } catch (error) {
    context.objects.removeRunningHash(objectKey.objectId);
    await writer.close();
    // if this also fails, the row stays `verifying`, which is as open as before
    await context.db.within(scope, (tx) => updateState(tx, row, 'reopen')).catch(() => undefined);
    throw error;
  }
}

/** Returns the exam of a stored upload. */
export async function getUploadResult(
  context: DbContext,
  scope: CenterScope,
  { examId }: UploadRow,
): Promise<UploadResult> {
  const exam = examId && (await context.db.within(scope, (tx) => findExam(tx, scope.centerId, examId)));
  if (!exam) throw new Error('A stored upload has no exam.');
  return { examId: exam.id, sha256: exam.sha256.toString('hex') };
}
