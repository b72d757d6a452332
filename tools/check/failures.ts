import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listAt, numberAt, readReport, textAt } from './report.ts';

/** A failed test: the beginning of its failure, and the runner's arguments that select it. */
export interface Failure {
  readonly text: string;
  /** The argument that selects its file or line; undefined if it is in no file. */
  readonly place?: string;
  /** The test's full name, if the place is a complete file. */
  readonly name?: string;
}

/** Lines per failure that are printed again at the end of the log. */
const maxFailureLines = 14;

function describeFailure(test: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, maxFailureLines);
  return [test, ...lines.map((line) => `    ${line}`)].join('\n');
}

/**
 * Lists the failed tests of vitest's JSON report, with files relative to `root`. A file that did not load counts as
 * one.
 */
export function listVitestFailures(path: string, root: string): Failure[] {
  return listAt(readReport(path), 'testResults').flatMap((file): Failure[] => {
    const place = relative(root, textAt(file, 'name'));
    const failed = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed');
    if (failed.length === 0 && textAt(file, 'status') === 'failed')
      return [{ place, text: describeFailure(place, textAt(file, 'message')) }];
    return failed.map((test) => {
      const name = textAt(test, 'fullName');
      const message = listAt(test, 'failureMessages').map(String).join('\n');
      return { place, name, text: describeFailure(`${place} > ${name}`, message) };
    });
  });
}

/** Lists the failed tests of a suite and of its nested suites. */
function listSuiteFailures(suite: unknown): Failure[] {
  const own = listAt(suite, 'specs').flatMap((spec): Failure[] => {
    const tests = listAt(spec, 'tests').filter((test) => textAt(test, 'status') === 'unexpected');
    const results = tests.flatMap((test) => listAt(test, 'results'));
    const errors = results.flatMap((result) => listAt(result, 'errors')).map((error) => textAt(error, 'message'));
    const file = textAt(spec, 'file');
    const text = describeFailure(`${file} > ${textAt(spec, 'title')}`, errors.join('\n'));
    return tests.length > 0 ? [{ place: `${file}:${numberAt(spec, 'line')}`, text }] : [];
  });
  return [...own, ...listAt(suite, 'suites').flatMap(listSuiteFailures)];
}

/** Lists the failed tests of Playwright's JSON report, and errors outside of tests. */
export function listPlaywrightFailures(path: string): Failure[] {
  const report = readReport(path);
  const outside = listAt(report, 'errors').map((error) => ({
    text: describeFailure('(no test)', textAt(error, 'message')),
  }));
  return [...outside, ...listAt(report, 'suites').flatMap(listSuiteFailures)];
}
