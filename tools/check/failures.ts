import { stripVTControlCharacters } from 'node:util';
import { listAt, readReport, textAt, valueAt } from './report.ts';

/** Said again after the last stage, where the end of a long log shows it: which test, and how its failure begins. */
const linesOfAFailure = 14;

function describeFailure(test: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, linesOfAFailure);
  return [test, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Failed tests of vitest's JSON report; a file that did not load counts as one. */
export function listVitestFailures(path: string): string[] {
  return listAt(readReport(path), 'testResults').flatMap((file) => {
    const name = textAt(file, 'name');
    const failed = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed');
    if (failed.length === 0 && textAt(file, 'status') === 'failed')
      return [describeFailure(name, textAt(file, 'message'))];
    return failed.map((test) =>
      describeFailure(`${name} > ${textAt(test, 'fullName')}`, listAt(test, 'failureMessages').map(String).join('\n')),
    );
  });
}

function listSuiteFailures(suite: unknown): string[] {
  const own = listAt(suite, 'specs').flatMap((spec) => {
    const results = listAt(spec, 'tests').flatMap((test) => listAt(test, 'results'));
    const errors = results.flatMap((result) => listAt(result, 'errors')).map((error) => textAt(error, 'message'));
    return valueAt(spec, 'ok') === false
      ? [describeFailure(`${textAt(spec, 'file')} > ${textAt(spec, 'title')}`, errors.join('\n'))]
      : [];
  });
  return [...own, ...listAt(suite, 'suites').flatMap(listSuiteFailures)];
}

/** Failed tests of Playwright's JSON report, and what went wrong outside of any. */
export function listPlaywrightFailures(path: string): string[] {
  const report = readReport(path);
  const outside = listAt(report, 'errors').map((error) => describeFailure('(no test)', textAt(error, 'message')));
  return [...outside, ...listAt(report, 'suites').flatMap(listSuiteFailures)];
}
