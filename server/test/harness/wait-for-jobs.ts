import { eventually } from './leftovers.ts';
import type { World } from './world.ts';

/**
 * Waits until no job runs and none is due: what was asked so far has come to its end behind the answers, with its messages,
 * events and rows. A job that failed and is tried again later counts as over.
 */
export async function waitForJobs({ house, clock }: Pick<World, 'house' | 'clock'>): Promise<void> {
  await eventually(async () => {
    const { rows } = await house.portal.db.pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM jobs
       WHERE state = 'running' OR (state = 'waiting' AND due_at <= now() + $1::float8 * interval '1 ms')`,
      [Math.max(0, clock.offsetMs)],
    );
    return rows[0]?.count === 0;
  });
}
