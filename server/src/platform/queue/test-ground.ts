import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { systemRandom } from '../kit/random.ts';
import { openQueue, type QueueOptions } from './open-queue.ts';
import type { Enqueue, Queue, QueueEvent, QueueTransaction } from './queue.ts';
import { startTestDatabase } from './test-database.ts';

/** A database with jobs, and as many nodes with a queue each as a test opens. */
export class TestGround {
  readonly connection: pg.PoolConfig;
  readonly pool: pg.Pool;
  readonly #kysely: Kysely<unknown>;
  readonly #stopDatabase: () => Promise<void>;
  readonly #nodes: { queue: Queue; pool: pg.Pool }[] = [];

  static async open(): Promise<TestGround> {
    const { connection, stop } = await startTestDatabase();
    return new TestGround(connection, stop);
  }

  private constructor(connection: pg.PoolConfig, stopDatabase: () => Promise<void>) {
    this.connection = connection;
    this.#stopDatabase = stopDatabase;
    this.pool = new pg.Pool({ ...connection, max: 8 });
    this.#kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /** Another node: a pool, a queue, and what the queue reported. */
  node(options: Partial<QueueOptions> = {}): { queue: Queue; events: QueueEvent[] } {
    const events: QueueEvent[] = [];
    const pool = new pg.Pool({ ...this.connection, max: 6 });
    pool.on('error', (error) => events.push({ event: 'database_failed', error }));
    const queue = openQueue({
      pool,
      connect: () => this.connect(),
      random: systemRandom,
      report: (event) => events.push(event),
      ...options,
    });
    this.#nodes.push({ queue, pool });
    return { queue, events };
  }

  async connect(applicationName = 'queue-listener'): Promise<pg.Client> {
    const client = new pg.Client({ ...this.connection, application_name: applicationName });
    await client.connect();
    return client;
  }

  /** What the portal does: one transaction under the role that owns nothing. */
  async within<T>(work: (tx: QueueTransaction) => Promise<T>): Promise<T> {
    return await this.#kysely.connection().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('BEGIN; SET LOCAL ROLE medcloud_app'));
      try {
        const result = await work(tx);
        await tx.executeQuery(CompiledQuery.raw('COMMIT'));
        return result;
      } catch (error) {
        await tx.executeQuery(CompiledQuery.raw('ROLLBACK'));
        throw error;
      }
    });
  }

  add(queue: Queue, ...jobs: Enqueue[]): Promise<void> {
    return this.within(async (tx) => {
      for (const job of jobs) await queue.add(tx, job);
    });
  }

  async states(): Promise<string[]> {
    const { rows } = await this.pool.query<{ state: string }>('SELECT state FROM jobs ORDER BY id');
    return rows.map((row) => row.state);
  }

  /** Stops the nodes and empties the table. */
  async clear(): Promise<void> {
    for (const { queue, pool } of this.#nodes.splice(0)) {
      await queue.stop();
      await pool.end();
    }
    await this.pool.query('DELETE FROM jobs');
  }

  async close(): Promise<void> {
    await this.clear();
    await this.#kysely.destroy();
    await this.#stopDatabase();
  }
}

/** Waits until `holds` is true; the test's own limit ends a wait in vain. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A promise and what settles it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Counts the calls of `add`. */
export function counter(): { count: number; add: () => Promise<void> } {
  const counted = {
    count: 0,
    add: async () => {
      counted.count += 1;
    },
  };
  return counted;
}
