import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listPlaywrightFailures, listVitestFailures } from './failures.ts';

const folder = mkdtempSync(join(tmpdir(), 'medcloud-failures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

it('listVitestFailures lists failed tests with the beginning of their messages, and files that did not load', () => {
  const path = report({
    testResults: [
      {
        name: '/root/src/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts:3'] },
        ],
      },
      { name: '/root/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/root/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  });
  expect(listVitestFailures(path, '/root')).toEqual([
    { place: 'src/a.test.ts', name: 'breaks', text: 'src/a.test.ts > breaks\n    expected 1\n      at a.ts:3' },
    { place: 'b.test.ts', text: 'b.test.ts\n    Cannot find module' },
  ]);
});

it('listPlaywrightFailures lists failed tests of nested suites, and errors outside of tests', () => {
  const failed = { status: 'unexpected', results: [{ errors: [{ message: 'not visible' }] }] };
  const held = { status: 'expected', results: [{ errors: [] }] };
  const path = report({
    errors: [{ message: 'no browser' }],
    suites: [
      {
        specs: [{ file: 'a.spec.ts', title: 'holds', tests: [held] }],
        suites: [{ specs: [{ file: 'a.spec.ts', line: 9, title: 'breaks', tests: [failed] }] }],
      },
    ],
  });
  expect(listPlaywrightFailures(path)).toEqual([
    { text: '(no test)\n    no browser' },
    { place: 'a.spec.ts:9', text: 'a.spec.ts > breaks\n    not visible' },
  ]);
});

it('listVitestFailures returns an empty list if the report was not written', () => {
  expect(listVitestFailures(join(folder, 'none.json'), '/root')).toEqual([]);
});
