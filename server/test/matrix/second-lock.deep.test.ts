import { describe, it } from 'vitest';
import { callersOf, expectNothingByLie, lies, openLyingWorld } from './second-lock.ts';

/** T-RLS2: every lie about every caller. */
describe('row-level security alone (T-RLS2)', () => {
  const around = openLyingWorld();

  describe.each(lies)('with scopes that are %s, of center %s', (...lie) => {
    it.each(callersOf(...lie))(
      'gives %s nothing of anybody else’s, and lets nothing be written for them',
      async (caller) => await expectNothingByLie(around(), caller, lie),
    );
  });
});
