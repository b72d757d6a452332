import { readFileSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Counts, other: Counts): Counts {
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
  return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
}

/** A run that ended badly failed at least once, even where no test of its report did: a file did not load, a worker died. */
function orFailed(counts: Counts, code: number): Counts {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport(path: string): object {
  try {
    const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof report === 'object' && report !== null ? report : {};
  } catch {
    // No report, or half of one: the exit code tells that the stage broke off.
    return {};
  }
}

function numberAt(report: unknown, key: string): number {
  if (typeof report !== 'object' || report === null) return 0;
  const value = Object.entries(report).find(([name]) => name === key)?.[1];
  return typeof value === 'number' ? value : 0;
}

/** Counts from the JSON report of vitest. */
export function countVitest(path: string, code: number): Counts {
  const report = readReport(path);
  const counts = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  return orFailed(counts, code);
}

/** Counts from the JSON report of Playwright. A flaky test passed at a second try only: that is a failure. */
export function countPlaywright(path: string, code: number): Counts {
  const report = readReport(path);
  const stats: unknown = 'stats' in report ? report.stats : undefined;
  const counts = {
    passed: numberAt(stats, 'expected'),
    failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky'),
    skipped: numberAt(stats, 'skipped'),
  };
  return orFailed(counts, code);
}
