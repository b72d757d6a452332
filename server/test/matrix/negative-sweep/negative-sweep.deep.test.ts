import { describe, it } from 'vitest';
import { actorsFor, createSweepFixture, expectSameNotFound, parameterRoutes } from './negative-sweep.ts';

/** The same by every actor with all that can be no id. */
describe('the negative sweep (T-AZ)', () => {
  const getFixture = createSweepFixture();

  describe.each(parameterRoutes.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(actorsFor(route))(
      'answers %s alike for a foreign id and an unknown one, and refuses what is no id',
      async (actor) => await expectSameNotFound(getFixture(), route, actor),
    );
  });
});
