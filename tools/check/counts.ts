import { numberAt, readReport, valueAt } from './report.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** Formats the last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Counts a stage as one test, by its exit code. */
export function countExit(code: number): Counts {
  return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
}

/**
 * Counts at least one failure for a non-zero exit code, even without a failed test: a file did not load, a worker died.
 */
function ensureFailed(counts: Counts, code: number): Counts {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Reads the counts from vitest's JSON report. */
export function countVitest(path: string, code: number): Counts {
  const report = readReport(path);
  const counts = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  return ensureFailed(counts, code);
}

/** Reads the counts from Playwright's JSON report. */
export function countPlaywright(path: string, code: number): Counts {
  const report = readReport(path);
  const stats = valueAt(report, 'stats');
  const counts = {
    passed: numberAt(stats, 'expected'),
    failed: numberAt(stats, 'unexpected'),
    skipped: numberAt(stats, 'skipped'),
  };
  return ensureFailed(counts, code);
}
