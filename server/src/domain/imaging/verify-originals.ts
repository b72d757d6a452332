import { BlobError } from '../../platform/blobs/blob-error.ts';
import { imagingScope, systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { logEvent } from '../system-log/log-event.ts';
import { originalOf } from './index/index-exam-job.ts';
import { iterateExamIds } from './iterate-exam-ids.ts';
import { findExamToIndex, listExamsToVerify } from './store.ts';

/** Why an original failed: its file is missing, its bytes fail authentication or their hash, or the disk failed. */
export type OriginalFault = 'missing' | 'altered' | 'unreadable';

export interface VerificationResult {
  good: number;
  goodBytes: number;
  bad: { examId: string; fault: OriginalFault }[];
}

/**
 * Reads every original, also of withdrawn exams, decrypts it to the last byte and compares its SHA-256 with the one
 * computed on arrival. Logs the result as a system event.
 */
export async function verifyOriginals(
  context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random'>,
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

/** Returns null for an exam deleted since it was listed. */
async function verifyOriginal(
  context: Pick<AppContext, 'db' | 'objects' | 'keys'>,
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
