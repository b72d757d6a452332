import { stripVTControlCharacters } from 'node:util';
import { listAt, readReport, textAt } from './report.ts';

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

/** Failed tests of a suite and of the suites in it; with `status` "flaky", those that passed at a second try. */
function listSuiteFailures(suite: unknown, status: 'unexpected' | 'flaky'): string[] {
  const own = listAt(suite, 'specs').flatMap((spec) => {
    const tests = listAt(spec, 'tests').filter((test) => textAt(test, 'status') === status);
    const results = tests.flatMap((test) => listAt(test, 'results'));
    const errors = results.flatMap((result) => listAt(result, 'errors')).map((error) => textAt(error, 'message'));
    return tests.length > 0
      ? [describeFailure(`${textAt(spec, 'file')} > ${textAt(spec, 'title')}`, errors.join('\n'))]
      : [];
  });
  return [...own, ...listAt(suite, 'suites').flatMap((inner) => listSuiteFailures(inner, status))];
}

/** Failed tests of Playwright's JSON report, and what went wrong outside of any. */
export function listPlaywrightFailures(path: string): string[] {
  const report = readReport(path);
  const outside = listAt(report, 'errors').map((error) => describeFailure('(no test)', textAt(error, 'message')));
  return [...outside, ...listAt(report, 'suites').flatMap((suite) => listSuiteFailures(suite, 'unexpected'))];
}

/** Tests of Playwright's JSON report that failed and then passed, with how they failed. */
export function listPlaywrightSecondTries(path: string): string[] {
  return listAt(readReport(path), 'suites').flatMap((suite) => listSuiteFailures(suite, 'flaky'));
}
