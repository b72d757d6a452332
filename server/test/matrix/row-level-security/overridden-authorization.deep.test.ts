import { describe, it } from 'vitest';
import { callersOf, createOverriddenAppFixture, expectNoLeak, overrideCases } from './overridden-authorization.ts';

/** T-RLS2: every override for every caller. */
describe('row-level security alone (T-RLS2)', () => {
  const getFixture = createOverriddenAppFixture();

  describe.each(overrideCases)('with scopes that are %s, of center %s', (...overrideCase) => {
    it.each(callersOf(...overrideCase))(
      'returns %s no data of others, and rejects writes to it',
      async (caller) => await expectNoLeak(getFixture(), caller, overrideCase),
    );
  });
});
