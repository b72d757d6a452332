import { type Cast, gatherCast } from './cast.ts';
import { openWorld, type World, type WorldOptions } from './portal-world.ts';

export { adminLogin, openWorld, type World, type WorldOptions } from './portal-world.ts';

/** A world with the named cast in it. */
export interface CastWorld extends World {
  cast: Cast;
}

/** The real portal with two centers, a patient and an exam each, and doctors in every state. */
export async function openCastWorld(options: WorldOptions = {}): Promise<CastWorld> {
  const world = await openWorld(options);
  return Object.assign(world, { cast: await gatherCast(world) });
}
