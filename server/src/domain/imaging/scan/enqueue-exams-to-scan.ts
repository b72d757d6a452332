import type { ScannerSettings } from '../../../platform/config/config.ts';
import { getClamdVersion } from '../../../platform/outbound/clamd/get-clamd-version.ts';
import { ScannerError } from '../../../platform/outbound/clamd/scanner-error.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { ExamStored } from '../../exams/events.ts';
import { renewScannerHeartbeat } from '../../exams/scan-state.ts';
import { listExamsToScan, releaseUnscanned } from './store.ts';

/**
 * The job kinds that scan an exam, each with its own worker and the payload `{ examId }`. `arrived`: new exams, which
 * doctors wait for. `tried`: exams of which a scan gave no result; the next one may take as long again. `stored`: exams
 * that arrived before a scanner was set.
 */
export const scanJobs = { arrived: 'scan-exam', tried: 'scan-tried-exam', stored: 'scan-stored-exam' } as const;

/** How many exams of each state a run of the scheduled job enqueues: 20 in 30 s are 57,600 a day. */
const batches = [
  { state: 'waiting', kind: scanJobs.arrived, max: 200 },
  { state: 'tried', kind: scanJobs.tried, max: 20 },
  { state: 'none', kind: scanJobs.stored, max: 20 },
] as const;
const maxReleased = 1_000;
const answerTimeoutMs = 10_000;

/** Enqueues the scan of a new exam if a scanner is set. */
export async function enqueueScan(
  { queue, settings }: Pick<AppContext, 'queue' | 'settings'>,
  tx: Tx,
  { examId }: ExamStored,
): Promise<Record<string, never>> {
  if (settings.scanner !== null) await queue.add(tx, { kind: scanJobs.arrived, payload: { examId }, key: examId });
  return {};
}

/** Releases exams that wait for a scanner, on a node without one, if no other node has had one for 24 hours. */
export async function releaseExams({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await db.within(systemScope('imaging'), (tx) => releaseUnscanned(tx, maxReleased));
}

/**
 * Enqueues exams that wait for the scanner, once it answers, and a few that arrived before one was set. Renews the
 * heartbeat, also while the scanner does not answer: nodes without one must not release these exams meanwhile.
 */
export async function enqueueExamsToScan(
  { db, queue }: Pick<AppContext, 'db' | 'queue'>,
  scanner: ScannerSettings,
): Promise<void> {
  await db.within(systemScope('imaging'), renewScannerHeartbeat);
  try {
    await getClamdVersion(scanner, AbortSignal.timeout(answerTimeoutMs));
  } catch (error) {
    if (error instanceof ScannerError) return;
    throw error;
  }
  await db.within(systemScope('imaging'), async (tx) => {
    for (const { state, kind, max } of batches)
      for (const examId of await listExamsToScan(tx, state, max))
        await queue.add(tx, { kind, payload: { examId }, key: examId });
  });
}
