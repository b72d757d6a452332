import { BlobError } from '../../platform/blobs/blob-error.ts';
import { imagingScope, systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { logEvent } from '../system-log/log-event.ts';
import { originalOf } from './index/index-exam-job.ts';
import { iterateExamIds } from './iterate-exam-ids.ts';
import { findExamToIndex, listExamsToVerify } from './store.ts';

/** What is wrong with an original: its file is gone, its bytes are not the ones that were sealed or received, or its disk failed. */
export type OriginalFault = 'missing' | 'altered' | 'unreadable';

export interface VerificationResult {
  good: number;
  goodBytes: number;
  bad: { examId: string; fault: OriginalFault }[];
}

/**
 * Reads every original, withdrawn exams' too, through its seal to its last byte, and holds its SHA-256 against the one taken
 * when it was received. Says what it found in the system log as well.
 */
export async function verifyOriginals(
  context: AppContext,
  onDone: (examId: string, fault: OriginalFault | null) => void,
  signal: AbortSignal,
): Promise<VerificationResult> {
  const result: VerificationResult = { good: 0, goodBytes: 0, bad: [] };
  const listPage = (after: string | null, limit: number) =>
    context.db.within(systemScope('imaging'), (tx) => listExamsToVerify(tx, after, limit));
  for await (const examId of iterateExamIds(listPage, null)) {
    if (signal.aborted) break;
    const outcome = await verifyOriginal(context, examId);
    if (outcome === null) continue;
    if (typeof outcome === 'string') result.bad.push({ examId, fault: outcome });
    else {
      result.good += 1;
      result.goodBytes += outcome.sizeBytes;
    }
    onDone(examId, typeof outcome === 'string' ? outcome : null);
  }
  const params = { good: result.good, bad: result.bad.length, goodBytes: result.goodBytes };
  const code = result.bad.length === 0 ? 'originals-verified' : 'originals-damaged';
  await context.db.within(systemScope('log'), (tx) => logEvent(context, tx, code, params));
  return result;
}

/** Null for an exam that is gone since it was listed. */
async function verifyOriginal(
  context: AppContext,
  examId: string,
): Promise<{ sizeBytes: number } | OriginalFault | null> {
  const exam = await context.db.within(imagingScope(examId), (tx) => findExamToIndex(tx, examId));
  if (exam === null) return null;
  try {
    const { sizeBytes, sha256 } = await context.objects.verify(originalOf(context, exam).objectKey);
    const isSame = sizeBytes === exam.sizeBytes && sha256 === exam.sha256.toString('hex');
    return isSame ? { sizeBytes } : 'altered';
  } catch (error) {
    if (!(error instanceof BlobError)) throw error;
    if (error.code === 'not_found') return 'missing';
    return error.code === 'corrupt' ? 'altered' : 'unreadable';
  }
}
