import { expect, test } from '@playwright/test';
import { readViolations } from './policy-violations.ts';

/** Runs after every other browser test, on what their pages tried: `playwright.config.ts` says so. */

/** The one test that tries to break the policy, so that nothing seen means nothing done (`security-headers.spec.ts`). */
const violationTestPath = '/tried-by-the-test';

test('no screen of any browser test broke its content security policy (security 2.5)', async () => {
  const violations = await readViolations(test.info().project.outputDir);
  expect(violations.filter(({ path }) => path !== violationTestPath)).toEqual([]);
  expect(violations.filter(({ path }) => path === violationTestPath).map(({ directive }) => directive)).toContain(
    'script-src-elem',
  );
});
