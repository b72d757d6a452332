import { inject } from 'vitest';
import { type Cast, castOn, gatherCast } from './cast.ts';
import { openWorld, type World, type WorldOptions, type WorldOrigin } from './portal-world.ts';
import { quietJobs } from './quiet-jobs.ts';

export { adminLogin, openWorld, type World, type WorldOptions } from './portal-world.ts';

/** A world with the named cast in it. */
export interface CastWorld extends World {
  cast: Cast;
}

interface PlayedCast {
  cast: Cast;
  origin: WorldOrigin;
}

/** One a process: playing the cast takes ten times what copying its records and files does. */
let played: Promise<PlayedCast> | undefined;

async function play(): Promise<PlayedCast> {
  const world = await openWorld({ folder: inject('sharedFolder') });
  const cast = await gatherCast(world);
  const portalTime = world.clock.now();
  const template = await world.leave();
  return { cast, origin: { template, folder: world.folder, portalTime } };
}

/** Where the files lie elsewhere, the pages are reached otherwise, or the sweep has another rhythm in the records, the cast is played anew. */
const isUsual = ({ environment = {}, parts: { jobs = quietJobs } = {} }: WorldOptions) =>
  !('STORAGE_URL' in environment || 'PUBLIC_URL' in environment) && jobs.sweepEveryMs === quietJobs.sweepEveryMs;

/** The real portal with two centers, a patient and an exam each, and doctors in every state. */
export async function openCastWorld(options: WorldOptions = {}): Promise<CastWorld> {
  if (!isUsual(options)) {
    const world = await openWorld(options);
    return Object.assign(world, { cast: await gatherCast(world) });
  }
  played ??= play();
  const { cast, origin } = await played;
  const world = await openWorld(options, origin);
  return Object.assign(world, { cast: castOn(world, cast) });
}
