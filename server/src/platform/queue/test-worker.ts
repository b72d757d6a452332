import pg from 'pg';
import { openTestDatabase } from '../../../test/harness/scoped-database.ts';
import type { DatabaseLogins } from '../db/logins.ts';
import { TestScope } from '../db/test-scope.ts';
import { systemRandom } from '../ids/random.ts';
import { openQueue } from './open-queue.ts';

/** A worker in its own process, which a test kills: claims one job of the kind `stuck` and never finishes it. */
const logins: DatabaseLogins = JSON.parse(process.argv[2] ?? '{}');
const database = await openTestDatabase(logins);
const connect = async () => {
  const client = new pg.Client(logins.app);
  await client.connect();
  return client;
};
const queue = openQueue({
  statements: database.statements(new TestScope('queue')),
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
