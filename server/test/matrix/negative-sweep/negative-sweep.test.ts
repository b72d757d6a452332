import { describe, expect, it } from 'vitest';
import { parameterOf } from '../path-parameters.ts';
import { actorsFor, createSweepFixture, expectSameNotFound, parameterRoutes } from './negative-sweep.ts';

/**
 * Complements the matrix (meta.negative_sweep) with other values of path parameters. A malformed id returns the same
 * response as an unknown one: 404, same bytes (shapes, "Names and places"). `negative-sweep.deep.test.ts` tests every
 * malformed id by every actor on every route.
 */
describe('the negative sweep (T-AZ)', () => {
  const getFixture = createSweepFixture();

  it('has a foreign and an unknown id for every path parameter', () => {
    expect(parameterRoutes.filter((route) => parameterOf(route) === undefined).map(({ path }) => path)).toEqual([]);
  });

  describe.each(parameterRoutes.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(actorsFor(route))(
      'returns %s the same response for a foreign and an unknown id, and rejects malformed ids',
      async (actor) => await expectSameNotFound(getFixture(), route, actor),
    );
  });
});
