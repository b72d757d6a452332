import { describe, expect, it } from 'vitest';
import { actorsFor, createSweepFixture, expectSameNotFound, parameterRoutes } from './negative-sweep.ts';
import { sweeps } from './sweeps.ts';

/**
 * Beside the matrix's rows (meta.negative_sweep): what else can stand where a path has a parameter. An id that cannot
 * exist answers as an unknown one: 404, same bytes (shapes, "Names and places"). What is no id is tried by everybody everywhere in
 * `negative-sweep.deep.test.ts`.
 */
describe('the negative sweep (T-AZ)', () => {
  const getFixture = createSweepFixture();

  it('knows a foreign and an unknown id for every path parameter', () => {
    expect(parameterRoutes.map((route) => route.path).filter((path) => !sweeps[path])).toEqual([]);
  });

  describe.each(parameterRoutes.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(actorsFor(route))(
      'answers %s alike for a foreign id and an unknown one, and refuses what is no id',
      async (actor) => await expectSameNotFound(getFixture(), route, actor),
    );
  });
});
