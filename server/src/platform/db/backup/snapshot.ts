import { Readable } from 'node:stream';
import pg from 'pg';
import {
  type Counter,
  listCounters,
  listMigrations,
  listTables,
  quoteIdentifier,
  type TableShape,
  transientTables,
} from '../tables.ts';
import { type CopyStream, copyOut } from './copy.ts';

/** All rows at one moment, unaffected by the running portal. */
export interface Snapshot {
  readonly takenAt: Date;
  readonly postgres: string;
  readonly migrations: string[];
  /** The installation's facts by name. */
  readonly installation: ReadonlyMap<string, string>;
  /** The current master key wrapped by KMS or Vault, if it came from there. */
  readonly serviceWrappedKey: string | null;
  readonly tables: TableShape[];
  readonly counters: Counter[];
  rowsOf(table: TableShape): CopyStream;
  /** Lists the objects of exams in order of their ids, without the frame cache. */
  listObjects(): AsyncGenerator<{ id: string; isOriginal: boolean }>;
  close(): Promise<void>;
}

const pageSize = 1_000;

/**
 * Opens one REPEATABLE READ transaction on its own connection, without the pool's statement timeout. Reads as the
 * backup's login with the policy `backed_up` (migrate.ts). Locks no rows.
 */
export async function openSnapshot(connection: pg.ClientConfig): Promise<Snapshot> {
  const client = new pg.Client({ ...connection, application_name: 'medcloud backup' });
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL extra_float_digits = 3`);
    return await readSnapshot(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `SELECT now() AS at, current_setting('server_version') AS postgres`,
  );
  const migrations = await listMigrations(client);
  const tables = (await listTables(client)).filter(({ name }) => !transientTables.includes(name));
  const facts = migrations.length === 0 ? [] : await readInstallationFacts(client);
  return {
    takenAt: rows[0]?.at ?? new Date(0),
    postgres: rows[0]?.postgres ?? '',
    migrations,
    installation: new Map(facts),
    serviceWrappedKey: await readServiceWrappedKey(client, tables),
    tables,
    counters: await listCounters(client, tables),
    rowsOf: ({ name, columns }) =>
      columns.length === 0
        ? { stream: Readable.from([]), rowCount: () => 0 }
        : copyOut(
            client,
            `COPY (SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${quoteIdentifier(name)}) TO STDOUT`,
          ),
    listObjects: () => listObjects(client),
    close: () => client.end(),
  };
}

async function readInstallationFacts(client: pg.Client): Promise<[string, string][]> {
  const { rows } = await client.query<{ name: string; value: string }>('SELECT name, value FROM installation');
  return rows.map(({ name, value }) => [name, value]);
}

/** Returns null also for the tables of a version before master keys had their own. */
async function readServiceWrappedKey(client: pg.Client, tables: readonly TableShape[]): Promise<string | null> {
  if (!tables.some(({ name }) => name === 'keys.master_keys')) return null;
  const { rows } = await client.query<{ key: string | null }>(
    `SELECT service_wrapped AS key FROM keys.master_keys WHERE state = 'current'`,
  );
  return rows[0]?.key ?? null;
}

async function* listObjects(client: pg.Client): AsyncGenerator<{ id: string; isOriginal: boolean }> {
  await client.query(`DECLARE stored_objects NO SCROLL CURSOR FOR
    SELECT id, kind = 'original' AS is_original FROM exam_objects WHERE kind NOT IN ('frames', 'rendered') ORDER BY id`);
  for (;;) {
    const { rows } = await client.query<{ id: string; is_original: boolean }>(`FETCH ${pageSize} FROM stored_objects`);
    for (const row of rows) yield { id: row.id, isOriginal: row.is_original };
    if (rows.length < pageSize) return;
  }
}
