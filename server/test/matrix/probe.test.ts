import { it } from 'vitest';
import { openCastWorld } from '/work/main/server/test/world.ts';
it('probe', async () => {
  const t0 = performance.now();
  const world = await openCastWorld();
  console.log('cast', performance.now() - t0);
  console.log(world.house.app.printRoutes({ commonPrefix: false }));
  await world.close();
});
