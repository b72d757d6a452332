import type { ViewingFault } from '@medcloud/contract/shapes/exams';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import { isDataException } from '../../../platform/db/database.ts';
import type { ExamContentName } from '../../../platform/db/schema/imaging-schema.ts';
import { WorkerFault } from '../../../platform/workers/worker-fault.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../../keys/patient-key.ts';
import type { NewDerivedObject } from '../derived-objects.ts';
import { wrapDocument } from '../documents/wrap-document.ts';
import { ImagingFault } from '../imaging-fault.ts';
import {
  clearAttempts,
  type ExamToIndex,
  findExamToIndex,
  incrementAttempts,
  lockExamToIndex,
  markFailed,
} from '../store.ts';
import type { ImagingWorkers } from '../worker/imaging-workers.ts';
import { logIndexing } from './log-indexing.ts';
import { recordUncomparedFiles } from './record-patient-mismatch.ts';
import { storeIndex } from './store-index.ts';

/** Of what is made: with another number all exams are prepared again. */
export const imagingVersion = 2;

/** After as many beginnings without an end, processes die of it: it is given up until somebody asks for it again. */
const maxAttempts = 5;

export interface ImagingContext {
  readonly context: AppContext;
  readonly workers: ImagingWorkers;
}

export interface IndexJobInput {
  readonly examId: string;
  /** What fails now is given up. */
  readonly isLastAttempt: boolean;
  /** Prepared already, it is prepared again. */
  readonly shouldReindex?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes an exam viewable: studies and series as rows, a manifest for each series. Done already, it does nothing; killed at
 * any point, it is done again from the start and comes to the same. What cannot be prepared ends as `failed` with what is
 * the matter, and can be downloaded as before; by doctors where all its files were compared with its patient. Answers whether the exam is viewable now.
 */
export async function indexExamJob(imaging: ImagingContext, input: IndexJobInput): Promise<boolean> {
  const { context } = imaging;
  const exam = await startAttempt(context, input);
  if (exam === null) return false;
  if (exam.imagingState === 'ready' && exam.imagingVersion === imagingVersion && !input.shouldReindex) return true;
  try {
    if (exam.imagingAttempts >= maxAttempts) throw new ImagingFault('overran');
    const { source, wrapped } = await getSourceToIndex(imaging, exam, input.signal);
    const scannedArchive = context.zipScanners.removeScanned(exam.originalId);
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

/** The exam, with the attempt noted where one is made; null where there is nothing to prepare. */
async function startAttempt({ db }: AppContext, { examId }: IndexJobInput): Promise<ExamToIndex | null> {
  return await db.within(imagingScope(examId), async (tx) => {
    const exam = await findExamToIndex(tx, examId);
    if (exam === null || exam.status === 'withdrawn') return null;
    await incrementAttempts(tx, examId);
    return exam;
  });
}

/** The exam's original, and what opens it. */
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

/** DICOM to read from: where it lies, and what opens it. */
interface IndexSource {
  examId: string;
  content: 'dcm' | 'zip';
  objectKey: ObjectKey;
}

/** What viewers read of a prepared exam: the original, or what was wrapped of a document. */
export function sourceOf({ keys }: Pick<AppContext, 'keys'>, exam: ExamToIndex): IndexSource {
  const { content, wrappedId, wrappedWrappedKey } = exam;
  if (content === 'dcm' || content === 'zip') return { ...originalOf({ keys }, exam), content };
  if (wrappedId === null || wrappedWrappedKey === null) throw new ImagingFault('unreadable');
  return { examId: exam.id, content: 'dcm', objectKey: objectKeyOf(keys, exam, wrappedId, wrappedWrappedKey) };
}

/** The same before it is prepared: a document is wrapped now, and kept with the rest. */
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

/** What no other attempt would change, or the last one has come to; null where the fault is not the file's, or another attempt follows. */
function toFinalFault(error: unknown, isLastAttempt: boolean): ViewingFault | null {
  if (error instanceof ImagingFault && error.code !== 'overran') return error.code;
  if (!isLastAttempt) return null;
  if (error instanceof ImagingFault) return error.code;
  if (isDataException(error)) return 'unreadable';
  if (error instanceof WorkerFault) return error.code === 'aborted' ? null : 'unreadable';
  // the store's own failures, a full disk among them, pass; bytes that are not the ones that were sealed do not
  return error instanceof BlobError && error.code === 'corrupt' ? 'damaged' : null;
}

/** The process lived to tell: only beginnings at which it died count. */
async function resetAttempts({ db }: AppContext, examId: string): Promise<void> {
  // where the database is away too, what failed first is told
  await db.within(imagingScope(examId), (tx) => clearAttempts(tx, examId)).catch(() => undefined);
}

async function recordFailure(context: AppContext, examId: string, fault: ViewingFault): Promise<void> {
  await context.db.within(imagingScope(examId), async (tx) => {
    if (!(await lockExamToIndex(tx, examId))) return;
    const exam = await findExamToIndex(tx, examId);
    if (exam === null) return;
    await markFailed(tx, examId, fault);
    await recordUncomparedFiles(tx, exam);
    await logIndexing(tx, exam, 'exam_unviewable', { fault });
  });
}
