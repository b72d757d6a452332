import { describe, it } from 'vitest';
import { expectSwept, openSweptWorld, sweepersOf, swept } from './negative-sweep.ts';

/** The same by every actor with all that can be no id. */
describe('the negative sweep (T-AZ)', () => {
  const around = openSweptWorld();

  describe.each(swept.map((route) => [route.path, route] as const))('%s', (_, route) => {
    it.each(sweepersOf(route))(
      'answers %s alike for a foreign id and an unknown one, and refuses what is no id',
      async (actor) => await expectSwept(around(), route, actor),
    );
  });
});
