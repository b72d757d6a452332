import type { ViewingFault } from '@medcloud/contract/shapes/exams';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import { isDataException } from '../../../platform/db/database.ts';
import { WorkerFault } from '../../../platform/workers/worker-fault.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { ExamContentName } from '../../core/column-values.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { clearAttempts, incrementAttempts, lockExamToIndex, markFailed } from '../../exams/imaging-state.ts';
import type { ZipUploadScanners } from '../../exams/receive/zip-upload-scanner.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../../keys/patient-key.ts';
import type { NewDerivedObject } from '../derived-objects.ts';
import { wrapDocument } from '../documents/wrap-document.ts';
import { ImagingFault } from '../imaging-fault.ts';
import type { IndexingActivity } from '../indexing-activity.ts';
import { type ExamToIndex, findExamToIndex } from '../store.ts';
import type { ImagingWorkers } from '../worker/imaging-workers.ts';
import { logIndexing } from './log-indexing.ts';
import { recordUncomparedFiles } from './record-patient-mismatch.ts';
import { storeIndex } from './store-index.ts';

/** Version of the derived objects. A new number reindexes all exams. */
export const imagingVersion = 5;

/**
 * After this many attempts that started and never ended, the exam probably crashes the process. It is not retried until
 * someone requests it.
 */
const maxAttempts = 5;

export interface ImagingContext {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random' | 'reachFaultPoint' | 'settings'>;
  readonly workers: ImagingWorkers;
  /** Scans of the archives that this process received; undefined in a command, which receives none. */
  readonly zipScanners?: Pick<ZipUploadScanners, 'removeScanned'>;
  /** What this process indexes now; undefined in a command, which does nothing else. */
  readonly activity?: Pick<IndexingActivity, 'waitUntilQuiet'>;
}

export interface IndexJobInput {
  readonly examId: string;
  /** A failure of this attempt is final. */
  readonly isLastAttempt: boolean;
  /** Reindexes an exam that is already indexed. */
  readonly shouldReindex?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Indexes an exam for viewing: studies and series as rows, a manifest for each series. An indexed exam is left
 * unchanged. After a crash the job starts again with the same result. An exam that cannot be indexed ends as `failed`
 * with the fault. It can still be downloaded; by doctors only if all its files were compared with its patient. Returns
 * whether the exam is viewable now.
 */
export async function indexExamJob(imaging: ImagingContext, input: IndexJobInput): Promise<boolean> {
  const { context } = imaging;
  const exam = await startAttempt(context, input);
  if (exam === null) return false;
  if (isIndexed(exam, input)) return true;
  try {
    if (exam.imagingAttempts >= maxAttempts) throw new ImagingFault('overran');
    const { source, wrapped } = await getSourceToIndex(imaging, exam, input.signal);
    const scannedArchive = imaging.zipScanners?.removeScanned(exam.originalId);
    const sizeBytes = wrapped?.facts.sizeBytes ?? exam.sizeBytes;
    const indexed = await imaging.workers.index(source, sizeBytes, input.signal, scannedArchive);
    await storeIndex(context, exam, indexed, { version: imagingVersion, wrapped });
    return true;
  } catch (error) {
    const fault = toFinalFault(error, input.isLastAttempt);
    if (fault === null) {
      await resetAttempts(context, input.examId);
      throw error;
    }
    await recordFailure(context, input.examId, fault);
    return false;
  }
}

/**
 * Counts the attempt and returns the exam; null if there is none to index. A job of an indexed exam is no attempt: any request may
 * add some, and the next time that the exam is indexed would then count as overrun.
 */
async function startAttempt({ db }: DbContext, input: IndexJobInput): Promise<ExamToIndex | null> {
  return await db.within(imagingScope(input.examId), async (tx) => {
    const exam = await findExamToIndex(tx, input.examId);
    if (exam === null || exam.status === 'withdrawn') return null;
    if (!isIndexed(exam, input)) await incrementAttempts(tx, input.examId);
    return exam;
  });
}

const isIndexed = (exam: ExamToIndex, { shouldReindex }: IndexJobInput) =>
  exam.imagingState === 'ready' && exam.imagingVersion === imagingVersion && !shouldReindex;

/** Returns the exam's original with its object key. */
export function originalOf(
  { keys }: Pick<AppContext, 'keys'>,
  exam: ExamToIndex,
): { examId: string; content: ExamContentName; objectKey: ObjectKey } {
  return {
    examId: exam.id,
    content: exam.content,
    objectKey: objectKeyOf(keys, exam, exam.originalId, exam.wrappedObjectKey),
  };
}

/** A DICOM object or archive to read, with its object key. */
interface IndexSource {
  examId: string;
  content: 'dcm' | 'zip';
  objectKey: ObjectKey;
}

/** Returns what viewers read of an indexed exam: the original, or the DICOM object of a document. */
export function sourceOf({ keys }: Pick<AppContext, 'keys'>, exam: ExamToIndex): IndexSource {
  const { content, wrappedId, wrappedWrappedKey } = exam;
  if (content === 'dcm' || content === 'zip') return { ...originalOf({ keys }, exam), content };
  if (wrappedId === null || wrappedWrappedKey === null) throw new ImagingFault('unreadable');
  return { examId: exam.id, content: 'dcm', objectKey: objectKeyOf(keys, exam, wrappedId, wrappedWrappedKey) };
}

/** Returns the source before indexing: a document is wrapped now and stored with the index. */
async function getSourceToIndex(
  { context, workers }: ImagingContext,
  exam: ExamToIndex,
  signal: AbortSignal,
): Promise<{ source: IndexSource; wrapped: NewDerivedObject | null }> {
  const { content } = exam;
  if (content === 'dcm' || content === 'zip') return { source: sourceOf(context, exam), wrapped: null };
  const wrapped = await wrapDocument(
    context,
    workers,
    { exam, objectKey: originalOf(context, exam).objectKey },
    signal,
  );
  return { source: { examId: exam.id, content: 'dcm', objectKey: wrapped.objectKey }, wrapped };
}

function objectKeyOf(keys: AppContext['keys'], exam: ExamToIndex, objectId: string, wrappedKey: Buffer): ObjectKey {
  const patientKey = unwrapPatientKey(keys, exam.patientUuid, exam.wrappedPatientKey);
  return { objectId, keyId: objectId, key: unwrapObjectKey(patientKey, wrappedKey, objectId) };
}

/** Returns the fault that ends the exam; null if the error is not the file's, or another attempt follows. */
function toFinalFault(error: unknown, isLastAttempt: boolean): ViewingFault | null {
  if (error instanceof ImagingFault && error.code !== 'overran') return error.code;
  if (!isLastAttempt) return null;
  if (error instanceof ImagingFault) return error.code;
  if (isDataException(error)) return 'unreadable';
  if (error instanceof WorkerFault) return error.code === 'aborted' ? null : 'unreadable';
  // errors of the store itself, such as a full disk, are temporary; failed authentication of its bytes is not
  return error instanceof BlobError && error.code === 'corrupt' ? 'damaged' : null;
}

/** Resets the counter after an error: only attempts that crashed the process count. */
async function resetAttempts({ db }: DbContext, examId: string): Promise<void> {
  // if the database is unavailable too, the first error is reported
  await db.within(imagingScope(examId), (tx) => clearAttempts(tx, examId)).catch(() => undefined);
}

async function recordFailure(context: DbContext, examId: string, fault: ViewingFault): Promise<void> {
  await context.db.within(imagingScope(examId), async (tx) => {
    if (!(await lockExamToIndex(tx, examId))) return;
    const exam = await findExamToIndex(tx, examId);
    if (exam === null) return;
    await markFailed(tx, examId, fault);
    await recordUncomparedFiles(tx, exam);
    await logIndexing(tx, exam, 'exam_unviewable', { fault });
  });
}
