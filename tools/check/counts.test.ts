import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addCounts, countExit, countPlaywright, countVitest, describeCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'medcloud-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

it('countVitest and countPlaywright read the counts of their reports', () => {
  const vitest = report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
  expect(countVitest(vitest, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  const browser = report({ stats: { expected: 4, unexpected: 1, skipped: 3 } });
  expect(countPlaywright(browser, 1)).toEqual({ passed: 4, failed: 1, skipped: 3 });
});

it('countVitest and countPlaywright count a failure if the run broke off, whatever the report says', () => {
  expect(countVitest(report({ numPassedTests: 5 }), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(countVitest(report('{"numPassed'), 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countPlaywright(join(folder, 'never-written.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('describeCounts formats three numbers on one line', () => {
  const sum = [countExit(0), countExit(2), { passed: 1, failed: 0, skipped: 4 }].reduce(addCounts);
  expect(describeCounts(sum)).toBe('2 passed, 1 failed, 4 skipped');
});
