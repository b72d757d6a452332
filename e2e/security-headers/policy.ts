import { expect, test } from '@playwright/test';
import { readViolations } from './policy-violations.ts';

/** Runs after every other browser test, on the violations of their pages (see `playwright.config.ts`). */

/**
 * Path of the one test that violates the policy on purpose, as proof that violations are recorded
 * (`security-headers.spec.ts`).
 */
const violationTestPath = '/tried-by-the-test';

test('finds no content security policy violation in any browser test (security 2.5)', async () => {
  const violations = await readViolations(test.info().project.outputDir);
  expect(violations.filter(({ path }) => path !== violationTestPath)).toEqual([]);
  expect(violations.filter(({ path }) => path === violationTestPath).map(({ directive }) => directive)).toContain(
    'script-src-elem',
  );
});
