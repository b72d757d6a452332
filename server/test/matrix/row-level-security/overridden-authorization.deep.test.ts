import { describe, it } from 'vitest';
import { callersOf, createOverriddenAppFixture, expectNoLeak, overrideCases } from './overridden-authorization.ts';

/** T-RLS2: every lie about every caller. */
describe('row-level security alone (T-RLS2)', () => {
  const getFixture = createOverriddenAppFixture();

  describe.each(overrideCases)('with scopes that are %s, of center %s', (...overrideCase) => {
    it.each(callersOf(...overrideCase))(
      'gives %s nothing of anybody else’s, and lets nothing be written for them',
      async (caller) => await expectNoLeak(getFixture(), caller, overrideCase),
    );
  });
});
