import { sql } from 'kysely';
import { statesBefore, transitionOf } from '../../platform/db/transitions.ts';
import type { ScanFaultName } from '../core/column-values.ts';
import type { Tx } from '../database.ts';
import { examTransitions, scanTransitions } from './states.ts';

/** What the virus scan of an exam changes in its row, in the scope of that one exam (`imagingScope`). */

const ended = { scan_fault: null, scan_attempts: 0, scan_due_at: null, scanned_at: sql<Date>`app_now()` };

/**
 * Marks the scan as running: for an hour, no other job starts one. Returns false if the exam has a result or is withdrawn,
 * or if another scan runs, except with `isRepeated`, for the job of a worker that died; with `isFirst`, also if an earlier
 * scan gave no result.
 */
export async function startScan(
  tx: Tx,
  examId: string,
  { isFirst, isRepeated }: { isFirst: boolean; isRepeated: boolean },
): Promise<boolean> {
  const row = await tx
    .updateTable('exams')
    .set({ scan_due_at: sql<Date>`app_now() + interval '1 hour'` })
    .where('id', '=', examId)
    .where('scan_state', 'in', statesBefore(scanTransitions, 'pass'))
    .where('status', 'in', statesBefore(examTransitions, 'infect'))
    .where(sql<boolean>`(NOT ${isFirst} OR scan_attempts = 0)`)
    .where(sql<boolean>`(${isRepeated} OR scan_due_at IS NULL OR scan_due_at <= app_now())`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that no virus was found. Returns false if another scan ended first. */
export async function markClean(tx: Tx, examId: string): Promise<boolean> {
  const { from, to } = transitionOf(scanTransitions, 'pass');
  const row = await tx
    .updateTable('exams')
    .set({ ...ended, scan_state: to })
    .where('id', '=', examId)
    .where('scan_state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records what was found, and the status: doctors and links do not see the exam any more. Returns false if another scan
 * ended first, or the exam was withdrawn.
 */
export async function markInfected(tx: Tx, examId: string, encryptedFindings: Buffer): Promise<boolean> {
  const { from, to } = transitionOf(scanTransitions, 'infect');
  const status = transitionOf(examTransitions, 'infect');
  const row = await tx
    .updateTable('exams')
    .set({ ...ended, scan_state: to, scan_findings: encryptedFindings, status: status.to })
    .where('id', '=', examId)
    .where('scan_state', 'in', from)
    .where('status', 'in', status.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records why a scan gave no result. The next one starts after 30 seconds, and after twice as long with each further
 * failure, up to an hour: a file on which the scanner fails must not keep it from all others.
 */
export async function markUnscanned(tx: Tx, examId: string, fault: ScanFaultName): Promise<void> {
  await tx
    .updateTable('exams')
    .set({
      scan_fault: fault,
      scan_attempts: sql<number>`scan_attempts + 1`,
      scan_due_at: sql<Date>`app_now() + least(interval '1 hour', interval '30 seconds' * 2 ^ least(scan_attempts, 10))`,
    })
    .where('id', '=', examId)
    .where('scan_state', 'in', statesBefore(scanTransitions, 'pass'))
    .execute();
}

/** Records that a node with a virus scanner runs. Runs in the scope of the purpose `imaging`. */
export async function renewScannerHeartbeat(tx: Tx): Promise<void> {
  const seen = { seen_at: sql<Date>`app_now()` };
  await tx
    .insertInto('scanner_heartbeat')
    .values(seen)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(seen))
    .execute();
}
