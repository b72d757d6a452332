import type { TestApp } from './test-app.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Waits until no job runs and none is due, so all earlier requests have created their messages, events and rows. A
 * failed job with a later retry counts as done. Polls first, since no notification tells the queue that the clock moved.
 */
export async function waitForJobs({
  app,
  superuser,
  clock,
}: Pick<TestApp, 'app' | 'superuser' | 'clock'>): Promise<void> {
  app.context.queue.poll();
  await waitUntil(async () => {
    const { rows } = await superuser.query<{ count: number }>(
      `SELECT count(*) AS count FROM jobs
       WHERE state = 'running' OR (state = 'waiting' AND due_at <= now() + $1::float8 * interval '1 ms')`,
      [Math.max(0, clock.offsetMs)],
    );
    return rows[0]?.count === 0;
  });
}
