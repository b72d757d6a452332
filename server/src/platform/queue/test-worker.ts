import pg from 'pg';
import { systemRandom } from '../ids/random.ts';
import { openQueue } from './open-queue.ts';

/** A worker in its own process, which a test kills: claims one job of the kind `stuck` and never finishes it. */
const connection: pg.PoolConfig = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool(connection);
const connect = async () => {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
};
const queue = openQueue({
  pool,
  connect,
  random: systemRandom,
  report: () => undefined,
  timing: { leaseMs: Number(process.argv[3]) },
});
await queue.work({
  stuck: async (job) => {
    process.send?.(job.id);
    await new Promise(() => undefined);
  },
});
