import { describe, it } from 'vitest';
import { actorsFor, createSweepFixture, expectSameNotFound, parameterRoutes } from './negative-sweep.ts';

/** The sweep by every actor with every malformed id. */
describe('the negative sweep (T-AZ)', () => {
  const getFixture = createSweepFixture();

  describe.each(parameterRoutes.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(actorsFor(route))(
      'returns %s the same response for a foreign and an unknown id, and rejects malformed ids',
      async (actor) => await expectSameNotFound(getFixture(), route, actor),
    );
  });
});
