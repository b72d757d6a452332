import { expect, test } from '@playwright/test';
import { readBreaches } from './record.ts';

/** Runs after every other browser test, on what their pages tried: `playwright.config.ts` says so. */

/** The one test that tries to break the policy, so that nothing seen means nothing done (`wall.spec.ts`). */
const tried = '/tried-by-the-test';

test('no screen of any browser test broke its content security policy (security 2.5)', async () => {
  const breaches = await readBreaches(test.info().project.outputDir);
  expect(breaches.filter(({ path }) => path !== tried)).toEqual([]);
  expect(breaches.filter(({ path }) => path === tried).map(({ directive }) => directive)).toContain('script-src-elem');
});
