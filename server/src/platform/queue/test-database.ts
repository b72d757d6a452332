import type pg from 'pg';
import { inject } from 'vitest';
import { copyTemplate } from '../../../test/harness/cluster.ts';

export interface TestDatabase {
  /** Its login owns the tables. */
  readonly connection: pg.PoolConfig;
  stop(): Promise<void>;
}

/** Creates a migrated database on the test run's cluster. `stop` drops it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { connection, drop } = await copyTemplate(inject('cluster'));
  return { connection, stop: drop };
}
