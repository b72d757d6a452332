import pg from 'pg';
import { openTestDatabase, openTestPool } from '../../../test/harness/scoped-database.ts';
import type { Database, ScopedStatements } from '../db/database.ts';
import type { DatabaseLogins } from '../db/logins.ts';
import { TestScope } from '../db/test-scope.ts';
import { systemRandom } from '../ids/random.ts';
import { openQueue, type QueueOptions } from './open-queue.ts';
import type { NewJob, Queue, QueueEvent, QueueTransaction } from './queue.ts';
import { startTestDatabase } from './test-database.ts';

/** A database for jobs, with any number of nodes that each have a queue. */
export class QueueFixture {
  readonly logins: DatabaseLogins;
  /** The superuser's. */
  readonly pool: pg.Pool;
  readonly #database: Database<unknown>;
  readonly #stopDatabase: () => Promise<void>;
  readonly #nodes: Queue[] = [];
  readonly #gates: Gate[] = [];
  #nodeCount = 0;

  static async open(): Promise<QueueFixture> {
    const { connection, logins, stop } = await startTestDatabase();
    return new QueueFixture(connection, logins, await openTestDatabase(logins), stop);
  }

  private constructor(
    connection: pg.PoolConfig,
    logins: DatabaseLogins,
    database: Database<unknown>,
    stopDatabase: () => Promise<void>,
  ) {
    this.logins = logins;
    this.#database = database;
    this.#stopDatabase = stopDatabase;
    this.pool = openTestPool({ ...connection, max: 8 });
  }

  /** Opens a node: its own pool, queue, list of reported events and application name of the listening connection. */
  node(options: Partial<QueueOptions> = {}): { queue: Queue; events: QueueEvent[]; listener: string } {
    this.#nodeCount += 1;
    const listener = `queue-listener-${this.#nodeCount}`;
    const events: QueueEvent[] = [];
    const queue = openQueue({
      statements: this.statements,
      connect: () => this.connect(listener),
      random: systemRandom,
      report: (event) => events.push(event),
      ...options,
    });
    this.#nodes.push(queue);
    return { queue, events, listener };
  }

  async connect(applicationName: string): Promise<pg.Client> {
    const client = new pg.Client({ ...this.logins.app, application_name: applicationName });
    client.on('error', () => undefined); // the connection may be cut before the queue adds its listener
    await client.connect();
    return client;
  }

  /** The queue's statements, in its scope. */
  get statements(): ScopedStatements {
    return this.statementsOf('queue');
  }

  /** Statements of another purpose. */
  statementsOf(purpose: string): ScopedStatements {
    return this.#database.statements(new TestScope(purpose));
  }

  /** Runs one transaction of the application. */
  within<T>(work: (tx: QueueTransaction) => Promise<T>): Promise<T> {
    return this.#database.within(new TestScope(null), work);
  }

  add(queue: Queue, ...jobs: NewJob[]): Promise<void> {
    return this.within(async (tx) => {
      for (const job of jobs) await queue.add(tx, job);
    });
  }

  async listStates(): Promise<string[]> {
    const { rows } = await this.pool.query<{ state: string }>('SELECT state FROM jobs ORDER BY id');
    return rows.map((row) => row.state);
  }

  /**
   * Creates a gate that a handler can wait for. `clear` opens it after the test, because a queue stops only when its
   * handlers have ended.
   */
  gate(): Gate {
    const { promise, resolve } = Promise.withResolvers<void>();
    const gate = { opened: promise, open: resolve };
    this.#gates.push(gate);
    return gate;
  }

  /** Expires the leases of all running jobs, as after an hour. */
  async expireLeases(): Promise<void> {
    await this.pool.query(`UPDATE jobs SET due_at = due_at - interval '1 hour' WHERE state = 'running'`);
  }

  /** Opens the gates, stops the nodes and empties the table. */
  async clear(): Promise<void> {
    for (const { open } of this.#gates.splice(0)) open();
    for (const queue of this.#nodes.splice(0)) await queue.stop();
    await this.pool.query('DELETE FROM jobs');
  }

  async close(): Promise<void> {
    await this.clear();
    await this.#database.close();
    await this.pool.end();
    await this.#stopDatabase();
  }
}

/** A promise and the function that resolves it. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Counts the calls of `add`. */
export function counter(): { count: number; add: () => Promise<void> } {
  const calls = {
    count: 0,
    add: async () => {
      calls.count += 1;
    },
  };
  return calls;
}
