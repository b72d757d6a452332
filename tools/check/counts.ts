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

/** The last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A stage that is one test: it ended well or it did not. */
export function countExit(code: number): Counts {
  return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 };
}

/** A run that ended badly failed at least once, even where no test of its report did: a file did not load, a worker died. */
function ensureFailed(counts: Counts, code: number): Counts {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Counts from the JSON report of vitest. */
export function countVitest(path: string, code: number): Counts {
  const report = readReport(path);
  const counts = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  return ensureFailed(counts, code);
}

/** Counts from the JSON report of Playwright. */
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
