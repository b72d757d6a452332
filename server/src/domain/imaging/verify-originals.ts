import { BlobError } from '../../platform/blobs/blob-error.ts';
import { imagingScope, systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { everyExam } from './every-exam.ts';
import { originalOf } from './prepare-exam.ts';
import { findExamToImage, listExamsToVerify } from './store.ts';

/** What is wrong with an original: its file is gone, its bytes are not the ones that were sealed or received, or its disk failed. */
export type OriginalFault = 'missing' | 'altered' | 'unreadable';

export interface Verified {
  good: number;
  goodBytes: number;
  bad: { examId: string; fault: OriginalFault }[];
}

/**
 * Reads every original, withdrawn exams' too, through its seal to its last byte, and holds its SHA-256 against the one taken
 * when it was received. Says what it found in the system log as well.
 */
export async function verifyOriginals(
  portal: Portal,
  onDone: (examId: string, fault: OriginalFault | null) => void,
  signal: AbortSignal,
): Promise<Verified> {
  const verified: Verified = { good: 0, goodBytes: 0, bad: [] };
  const page = (after: string | null, most: number) =>
    portal.db.within(systemScope('imaging'), (tx) => listExamsToVerify(tx, after, most));
  for await (const examId of everyExam(page, null)) {
    if (signal.aborted) break;
    const found = await verifyOriginal(portal, examId);
    if (found === null) continue;
    if (typeof found === 'string') verified.bad.push({ examId, fault: found });
    else {
      verified.good += 1;
      verified.goodBytes += found.sizeBytes;
    }
    onDone(examId, typeof found === 'string' ? found : null);
  }
  const params = { good: verified.good, bad: verified.bad.length, goodBytes: verified.goodBytes };
  const code = verified.bad.length === 0 ? 'originals-verified' : 'originals-damaged';
  await portal.db.within(systemScope('log'), (tx) => noteEvent(portal, tx, code, params));
  return verified;
}

/** Null for an exam that is gone since it was listed. */
async function verifyOriginal(portal: Portal, examId: string): Promise<{ sizeBytes: number } | OriginalFault | null> {
  const exam = await portal.db.within(imagingScope(examId), (tx) => findExamToImage(tx, examId));
  if (exam === null) return null;
  try {
    const { sizeBytes, sha256 } = await portal.objects.verify(originalOf(portal, exam).seal);
    const isSame = sizeBytes === exam.sizeBytes && sha256 === exam.sha256.toString('hex');
    return isSame ? { sizeBytes } : 'altered';
  } catch (error) {
    if (!(error instanceof BlobError)) throw error;
    if (error.code === 'not_found') return 'missing';
    return error.code === 'corrupt' ? 'altered' : 'unreadable';
  }
}
