import type { ViewingFault } from '@medcloud/contract/shapes/exams';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { Seal } from '../../platform/blobs/container.ts';
import { refusesValue } from '../../platform/db/database.ts';
import type { ExamContentName } from '../../platform/db/imaging-schema.ts';
import { ThreadFault } from '../../platform/workers/thread-fault.ts';
import { imagingScope } from '../authorization/may.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import type { StoredDerived } from './derived-objects.ts';
import { wrapDocument } from './documents/wrap-document.ts';
import { holdUncompared } from './guard-exam.ts';
import { ImagingFault } from './imaging-fault.ts';
import type { ImagingThreads } from './imaging-threads.ts';
import { keepIndex } from './keep-index.ts';
import { clearAttempts, type ExamToImage, findExamToImage, holdExamToImage, markFailed, noteAttempt } from './store.ts';
import { traceImaging } from './trace-imaging.ts';

/** Of what is made: with another number all exams are prepared again. */
export const imagingVersion = 2;

/** After as many beginnings without an end, processes die of it: it is given up until somebody asks for it again. */
const mostAttempts = 5;

export interface Imaging {
  readonly portal: Portal;
  readonly threads: ImagingThreads;
}

export interface PrepareInput {
  readonly examId: string;
  /** What fails now is given up. */
  readonly isLastAttempt: boolean;
  /** Prepared already, it is prepared again. */
  readonly again?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes an exam viewable: studies and series as rows, a manifest for each series. Done already, it does nothing; killed at
 * any point, it is done again from the start and comes to the same. What cannot be prepared ends as `failed` with what is
 * the matter, and can be downloaded as before; by doctors where all its files were compared with its patient. Answers whether the exam is viewable now.
 */
export async function prepareExam(imaging: Imaging, input: PrepareInput): Promise<boolean> {
  const { portal } = imaging;
  const exam = await beginning(portal, input);
  if (exam === null) return false;
  if (exam.imagingState === 'ready' && exam.imagingVersion === imagingVersion && !input.again) return true;
  try {
    if (exam.imagingAttempts >= mostAttempts) throw new ImagingFault('overran');
    const { source, wrapped } = await sourceToIndex(imaging, exam, input.signal);
    const seen = portal.arrivals.take(exam.originalId);
    const sizeBytes = wrapped?.facts.sizeBytes ?? exam.sizeBytes;
    const indexed = await imaging.threads.index(source, sizeBytes, input.signal, seen);
    await keepIndex(portal, exam, indexed, { version: imagingVersion, wrapped });
    return true;
  } catch (error) {
    const fault = finalFault(error, input.isLastAttempt);
    if (fault === null) {
      await forgetAttempts(portal, input.examId);
      throw error;
    }
    await giveUp(portal, input.examId, fault);
    return false;
  }
}

/** The exam, with the attempt noted where one is made; null where there is nothing to prepare. */
async function beginning({ db }: Portal, { examId }: PrepareInput): Promise<ExamToImage | null> {
  return await db.within(imagingScope(examId), async (tx) => {
    const exam = await findExamToImage(tx, examId);
    if (exam === null || exam.status === 'withdrawn') return null;
    await noteAttempt(tx, examId);
    return exam;
  });
}

/** The exam's original, and what opens it. */
export function originalOf(
  { keys }: Pick<Portal, 'keys'>,
  exam: ExamToImage,
): { examId: string; content: ExamContentName; seal: Seal } {
  return { examId: exam.id, content: exam.content, seal: sealOf(keys, exam, exam.originalId, exam.wrappedObjectKey) };
}

/** DICOM to read from: where it lies, and what opens it. */
interface Source {
  examId: string;
  content: 'dcm' | 'zip';
  seal: Seal;
}

/** What viewers read of a prepared exam: the original, or what was wrapped of a document. */
export function sourceOf({ keys }: Pick<Portal, 'keys'>, exam: ExamToImage): Source {
  const { content, wrappedId, wrappedWrappedKey } = exam;
  if (content === 'dcm' || content === 'zip') return { ...originalOf({ keys }, exam), content };
  if (wrappedId === null || wrappedWrappedKey === null) throw new ImagingFault('unreadable');
  return { examId: exam.id, content: 'dcm', seal: sealOf(keys, exam, wrappedId, wrappedWrappedKey) };
}

/** The same before it is prepared: a document is wrapped now, and kept with the rest. */
async function sourceToIndex(
  { portal, threads }: Imaging,
  exam: ExamToImage,
  signal: AbortSignal,
): Promise<{ source: Source; wrapped: StoredDerived | null }> {
  const { content } = exam;
  if (content === 'dcm' || content === 'zip') return { source: sourceOf(portal, exam), wrapped: null };
  const wrapped = await wrapDocument(portal, threads, { exam, seal: originalOf(portal, exam).seal }, signal);
  return { source: { examId: exam.id, content: 'dcm', seal: wrapped.seal }, wrapped };
}

function sealOf(keys: Portal['keys'], exam: ExamToImage, objectId: string, wrappedKey: Buffer): Seal {
  const patientKey = openWrappedPatientKey(keys, exam.patientUuid, exam.wrappedPatientKey);
  return { objectId, keyId: objectId, key: openObjectKey(patientKey, wrappedKey, objectId) };
}

/** What no other attempt would change, or the last one has come to; null where the fault is not the file's, or another attempt follows. */
function finalFault(error: unknown, isLastAttempt: boolean): ViewingFault | null {
  if (error instanceof ImagingFault && error.code !== 'overran') return error.code;
  if (!isLastAttempt) return null;
  if (error instanceof ImagingFault) return error.code;
  if (refusesValue(error)) return 'unreadable';
  if (error instanceof ThreadFault) return error.code === 'aborted' ? null : 'unreadable';
  // the store's own failures, a full disk among them, pass; bytes that are not the ones that were sealed do not
  return error instanceof BlobError && error.code === 'corrupt' ? 'damaged' : null;
}

/** The process lived to tell: only beginnings at which it died count. */
async function forgetAttempts({ db }: Portal, examId: string): Promise<void> {
  // where the database is away too, what failed first is told
  await db.within(imagingScope(examId), (tx) => clearAttempts(tx, examId)).catch(() => undefined);
}

async function giveUp(portal: Portal, examId: string, fault: ViewingFault): Promise<void> {
  await portal.db.within(imagingScope(examId), async (tx) => {
    if (!(await holdExamToImage(tx, examId))) return;
    const exam = await findExamToImage(tx, examId);
    if (exam === null) return;
    await markFailed(tx, examId, fault);
    await holdUncompared(tx, exam);
    await traceImaging(tx, exam, 'exam_unviewable', { fault });
  });
}
