import pg from 'pg';
import {
  type Counter,
  listMigrations,
  listTables,
  quoteIdentifier,
  seededTables,
  type TableShape,
  transientTables,
} from '../tables.ts';
import { copyIn } from './copy.ts';

/** One transaction that fills an empty database completely or not at all. */
export interface RestoreTransaction {
  readonly tables: TableShape[];
  /** Loads rows in COPY's text format. Returns their number. */
  load(table: TableShape, columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<number>;
  /** Loads one column of ids into a new table, which exists only during the transaction. */
  loadIds(table: string, ids: AsyncIterable<Buffer>): Promise<void>;
  /** Runs one statement as the tables' owner. Returns the affected or selected rows. */
  run(statement: string, values?: readonly unknown[]): Promise<{ count: number; rows: Record<string, unknown>[] }>;
  /** Sets the sequences of numbered tables, so the next row gets the next number. */
  setCounters(counters: readonly Counter[]): Promise<void>;
  /** Enables policies and triggers again and commits. */
  finish(): Promise<void>;
  /** Rolls back. Has no effect after `finish`. */
  close(): Promise<void>;
}

/** Returns whether a database is empty: it has no table at all, or the portal's tables without rows. */
export async function isEmpty(connection: pg.ClientConfig): Promise<boolean> {
  return await withClient(connection, async (client) => {
    if ((await listMigrations(client)).length === 0) {
      const { rows } = await client.query(`SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'keys') AND c.relkind IN ('r', 'p') LIMIT 1`);
      return rows.length === 0;
    }
    return await hasNoRows(client, await listTables(client));
  });
}

/** Reads the installation's facts by name; empty for a new database. */
export async function readInstallation(connection: pg.ClientConfig): Promise<ReadonlyMap<string, string>> {
  return await withClient(connection, async (client) => {
    if ((await listMigrations(client)).length === 0) return new Map<string, string>();
    const { rows } = await client.query<{ name: string; value: string }>('SELECT name, value FROM installation');
    return new Map(rows.map(({ name, value }) => [name, value]));
  });
}

/** Lists the migrations applied to a database; none for a new one. */
export async function listAppliedMigrations(connection: pg.ClientConfig): Promise<string[]> {
  return await withClient(connection, listMigrations);
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'medcloud restore' });
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns whether no table has a row, in one statement. With forced policies, the owner sees the same rows as a backup
 * (migrate.ts).
 */
async function hasNoRows(client: pg.Client, tables: readonly TableShape[]): Promise<boolean> {
  const conditions = tables
    .filter(({ name }) => !transientTables.includes(name) && !seededTables.includes(name))
    .map(({ name }) => `EXISTS (SELECT FROM ${quoteIdentifier(name)})`);
  const { rows } = await client.query<{ any: boolean }>(`SELECT ${conditions.join(' OR ')} AS any`);
  return rows[0]?.any === false;
}

/**
 * Opens the transaction on an empty database with its schema. Disables policies and triggers until `finish`, because
 * the rows passed them in the original database. No other connection reads the tables meanwhile.
 */
export async function openRestoreTransaction(connection: pg.ClientConfig): Promise<RestoreTransaction> {
  const client = new pg.Client({ ...connection, application_name: 'medcloud restore' });
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = await listTables(client);
    for (const { name, isForced } of tables) {
      if (isForced) await client.query(`ALTER TABLE ${quoteIdentifier(name)} NO FORCE ROW LEVEL SECURITY`);
      await client.query(`ALTER TABLE ${quoteIdentifier(name)} DISABLE TRIGGER USER`);
    }
    if (!(await hasNoRows(client, tables))) throw new Error('The database is not empty.');
    for (const { name } of tables)
      if (seededTables.includes(name)) await client.query(`DELETE FROM ${quoteIdentifier(name)}`);
    return createRestoreTransaction(client, tables);
  } catch (error) {
    await client.end();
    throw error;
  }
}

function createRestoreTransaction(client: pg.Client, tables: TableShape[]): RestoreTransaction {
  const idTables: string[] = [];
  return {
    tables,
    load: ({ name }, columns, rows) =>
      copyIn(client, `COPY ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) FROM STDIN`, rows),
    async loadIds(table, ids) {
      idTables.push(table);
      await client.query(`CREATE TABLE ${quoteIdentifier(table)} (id uuid PRIMARY KEY)`);
      await copyIn(client, `COPY ${quoteIdentifier(table)} FROM STDIN`, ids);
    },
    async run(statement, values = []) {
      const { rowCount, rows } = await client.query<Record<string, unknown>>(statement, [...values]);
      return { count: rowCount ?? 0, rows };
    },
    async setCounters(counters) {
      for (const { table, column, last } of counters)
        await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [
          ...[quoteIdentifier(table), column, Math.max(last, 1), last > 0],
        ]);
    },
    async finish() {
      for (const table of idTables) await client.query(`DROP TABLE ${quoteIdentifier(table)}`);
      for (const { name, isForced } of tables) {
        await client.query(`ALTER TABLE ${quoteIdentifier(name)} ENABLE TRIGGER USER`);
        if (isForced) await client.query(`ALTER TABLE ${quoteIdentifier(name)} FORCE ROW LEVEL SECURITY`);
      }
      await client.query('COMMIT');
    },
    close: () => client.end(),
  };
}
