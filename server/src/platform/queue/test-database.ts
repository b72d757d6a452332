import type pg from 'pg';
import { inject } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';
import type { DatabaseLogins } from '../db/logins.ts';

export interface TestDatabase {
  /** The superuser's. */
  readonly connection: pg.PoolConfig;
  readonly logins: DatabaseLogins;
  stop(): Promise<void>;
}

/** Creates a migrated database on the test run's cluster. `stop` drops it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { connection, logins, drop } = await copyTemplate(inject('cluster'));
  return { connection, logins, stop: drop };
}
