import type { ScannerSettings } from '../../../platform/config/config.ts';
import { type ClamdSession, openClamdSession } from '../../../platform/outbound/clamd/clamd-session.ts';
import { ScannerError } from '../../../platform/outbound/clamd/scanner-error.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { ScanFaultName } from '../../core/column-values.ts';
import type { AppContext } from '../../core/context.ts';
import { markUnscanned, startScan } from '../../exams/scan-state.ts';
import { logEvent } from '../../system-log/log-event.ts';
import { originalOf } from '../index/index-exam-job.ts';
import { type ExamToIndex, findExamToIndex } from '../store.ts';
import { recordClean, recordInfected } from './record-scan.ts';
import { type ScanOutcome, scanFiles } from './scan-files.ts';

type ScanContext = Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random' | 'reachFaultPoint' | 'locks'>;

export interface ScanJobInput {
  readonly examId: string;
  /** Scans only an exam that was never tried: a second job of a new exam may start late, when the first gave no result. */
  readonly isFirst: boolean;
  /** An earlier attempt of the same job did not end: its worker died. */
  readonly isRepeated: boolean;
  readonly signal: AbortSignal;
}

// A worker that lost its job needs a moment to end its scan.
const lockTimeoutMs = 2_000;

/**
 * Scans an exam's files for viruses, for about 30 minutes at most, and on one worker at a time. An exam with a result is left unchanged, so a repeated job scans nothing. While the
 * scanner cannot be reached, the exam waits, and `enqueueExamsToScan` enqueues it again. A file on which the scanner
 * fails, or that exceeds its limits, waits too, and is tried less and less often. Throws errors of the database.
 */
export async function scanExamJob(
  context: ScanContext,
  scanner: ScannerSettings,
  { signal, ...start }: ScanJobInput,
): Promise<void> {
  const openSession = () => openClamdSession(scanner, signal);
  const session = await openSession().catch(ignoreUnreachable);
  if (session === null) return;
  try {
    const lock = await context.locks.acquire(`scan ${start.examId}`, lockTimeoutMs);
    if (lock === null) return;
    await scanLocked(context, { ...start, signal }, session, openSession).finally(() => lock.release());
  } finally {
    session.close();
  }
}

async function scanLocked(
  context: ScanContext,
  { signal, ...start }: ScanJobInput,
  session: ClamdSession,
  openSession: () => Promise<ClamdSession>,
): Promise<void> {
  const exam = await startAttempt(context, start);
  if (exam === null) return;
  const outcome = await attemptScan(context, exam, session, openSession);
  // the job was lost: another worker scans the exam
  signal.throwIfAborted();
  await recordOutcome(context, exam, outcome);
  context.reachFaultPoint('scan-finished');
}

function ignoreUnreachable(error: unknown): null {
  if (error instanceof ScannerError) return null;
  throw error;
}

async function startAttempt(
  { db }: ScanContext,
  { examId, ...start }: Omit<ScanJobInput, 'signal'>,
): Promise<ExamToIndex | null> {
  return await db.within(imagingScope(examId), async (tx) =>
    (await startScan(tx, examId, start)) ? await findExamToIndex(tx, examId) : null,
  );
}

/** Returns the outcome, or the error of the scanner or of reading the file. */
async function attemptScan(
  context: ScanContext,
  exam: ExamToIndex,
  session: ClamdSession,
  openSession: () => Promise<ClamdSession>,
): Promise<ScanOutcome | Error> {
  try {
    const outcome = await scanFiles(context, { session, openSession }, originalOf(context, exam));
    context.reachFaultPoint('scan-running');
    return outcome;
  } catch (error) {
    return error instanceof Error ? error : new Error('The scan failed.');
  }
}

async function recordOutcome(context: ScanContext, exam: ExamToIndex, outcome: ScanOutcome | Error): Promise<void> {
  if (outcome instanceof Error) return await recordFault(context, exam, 'failed', describe(outcome));
  if (outcome.findings.length > 0) return await recordInfected(context, exam, outcome.findings);
  if (outcome.isLimited) return await recordFault(context, exam, 'limit');
  return await recordClean(context, exam);
}

async function recordFault(context: ScanContext, { id }: ExamToIndex, fault: ScanFaultName, error?: string) {
  await context.db.within(imagingScope(id), async (tx) => {
    await markUnscanned(tx, id, fault);
    await (error === undefined
      ? logEvent(context, tx, 'scan-limited')
      : logEvent(context, tx, 'scan-failed', { error }));
  });
}

/** Returns an error's name and code, never its text. */
function describe(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
