import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readDomainSqlFiles } from '../../src/domain/core/sql-files.ts';
import { startEmbedded } from '../../src/platform/db/embedded/start-embedded.ts';
import { canLogIn, closeCatalog, type DatabaseLogins, ensureLogins, loginNames } from '../../src/platform/db/logins.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { SqlFile } from '../../src/platform/db/repeatable-sql.ts';

/** The run's cluster, and the migrated template database that each test file copies. */
export interface TestCluster {
  /** The superuser's. Tests read and prepare rows with it; the portal has its own logins. */
  connection: { host: string; port: number; user: string; password: string };
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
    /** Folder for data shared by the test files of a run, in memory if there is room. Deleted after the run. */
    sharedFolder: string;
  }
}

const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  autovacuum: 'off', // its workers would process every test's database
  max_wal_size: '4GB', // checkpoints only when a template is copied
  max_connections: '200',
  deadlock_timeout: '50ms', // each deadlock test would wait for the default of one second
};

/**
 * Provides one cluster per run, in memory if there is room, stopped after the run. TEST_DATABASE_URL selects another
 * server.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, unsafeSettings);
}

/** The passwords of the portal's logins in a test cluster. */
const passwords = { owner: 'owner', app: 'app', backup: 'backup' };

/** Returns the portal's logins to a database of a test cluster. */
export function loginsTo<Connection extends pg.ClientConfig>(
  connection: Connection,
): Record<keyof typeof loginNames, Connection> {
  const as = (login: keyof typeof loginNames) => ({
    ...connection,
    user: loginNames[login],
    password: passwords[login],
  });
  return { owner: as('owner'), app: as('app'), backup: as('backup') };
}

/** Provides the run's cluster with the given settings. */
export async function provideCluster(
  project: TestProject,
  settings: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const { connection, stop } = await startCluster(settings);
  const template = await createTemplate(connection);
  const sharedFolder = await mkdtemp(join(memoryFolder(), 'medcloud-shared-'));
  project.provide('cluster', { connection, template });
  project.provide('sharedFolder', sharedFolder);
  return async () => {
    await stop();
    await rm(sharedFolder, { recursive: true, force: true });
  };
}

/**
 * Starts a PostgreSQL server for tests, or uses that of TEST_DATABASE_URL, a superuser's. Returns its connection and a
 * stop function.
 */
export async function startCluster(
  settings: Readonly<Record<string, string>> = unsafeSettings,
): Promise<{ connection: TestCluster['connection']; stop: () => Promise<void> }> {
  const testDatabaseUrl = process.env.TEST_DATABASE_URL;
  if (testDatabaseUrl) {
    const url = new URL(testDatabaseUrl);
    const connection = {
      host: decodeURIComponent(url.hostname),
      port: Number(url.port || 5432),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
    const isPrepared = await canLogIn({ ...loginsTo(connection).app, database: 'postgres' });
    if (!isPrepared) await prepareLogins(connection);
    return { connection, stop: async () => undefined };
  }
  const isSafe = settings.fsync !== 'off';
  const folder = await mkdtemp(join(isSafe ? tmpdir() : memoryFolder(), 'medcloud-test-'));
  const server = await startEmbedded({
    dataFolder: join(folder, 'postgres'),
    hasWatchdog: true,
    mayLoseData: !isSafe,
    settings,
  });
  const { host, port, user, password } = server.connection;
  await prepareLogins(server.connection);
  return {
    connection: { host, port, user, password },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the portal's logins. Reduces SCRAM iterations from 4,096 to 1: they cost 5 ms on each side of a connection, and
 * tests connect thousands of times.
 */
async function prepareLogins(connection: pg.ClientConfig & { user: string; password: string }): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const password = client.escapeLiteral(connection.password);
    // a setting of PostgreSQL 16 and newer
    await client.query(`SELECT set_config(name, '1', false) FROM pg_settings WHERE name = 'scram_iterations'`);
    await client.query(`ALTER ROLE ${client.escapeIdentifier(connection.user)} PASSWORD ${password}`);
    await ensureLogins(client, passwords);
  });
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function memoryFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 1024 ** 3 ? memory : tmpdir();
}

/** Creates the migrated template database once per cluster, named by the hash of its migrations. Returns its name. */
export async function createTemplate(connection: TestCluster['connection']): Promise<string> {
  // A login can copy only a database that it owns, so the name contains the user.
  const sqlFiles = await readDomainSqlFiles();
  const name = `medcloud_template_${migrationsHash(sqlFiles)}_${connection.user}`;
  const main = new pg.Client({ ...connection, database: 'postgres' });
  await main.connect();
  try {
    const { rowCount } = await main.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    const temporaryName = `${name}_${process.pid}`;
    await main.query(`CREATE DATABASE ${temporaryName} ENCODING 'UTF8' TEMPLATE template0 OWNER ${loginNames.owner}`);
    const own = { ...connection, database: temporaryName };
    await withClient(own, (client) => client.query(closeCatalog));
    await migrate(loginsTo(own).owner, { sqlFiles });
    await main.query(`ALTER DATABASE ${temporaryName} RENAME TO ${name}`);
    return name;
  } finally {
    await main.end();
  }
}

function migrationsHash(sqlFiles: readonly SqlFile[]): string {
  const folder = fileURLToPath(new URL('../../src/platform/db/migrations', import.meta.url));
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  for (const { path, text } of sqlFiles) hash.update(path).update(text);
  hash.update(closeCatalog);
  return hash.digest('hex').slice(0, 16);
}

/** Replaces the portal's statement limits; sufficient for a machine ten times slower under load. */
const slowMachineTimeoutMs = 300_000;

/**
 * Ignores a missing privilege: an ordinary login (`npm run interop`) cannot set our parameters, and uses the usual
 * limit.
 */
function ignoreMissingPrivilege(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error; // insufficient_privilege
}

let copyCount = 0;

interface DatabaseCopy {
  /** The superuser's. */
  connection: pg.ClientConfig;
  /** The portal's. */
  logins: DatabaseLogins;
  /** Makes the database plan each prepared statement once, whatever its values are. */
  cachePlans: () => Promise<void>;
  /** Resolves once no client is connected. Only then can the database be a template. */
  waitForDisconnects: () => Promise<void>;
  drop: () => Promise<void>;
}

/** This process's connections for creating and dropping databases. New ones each time cost more than the statements. */
let administration: { host: string; pool: pg.Pool } | undefined;

function administrationOf(connection: TestCluster['connection']): pg.Pool {
  if (administration?.host === connection.host) return administration.pool;
  const settings = { max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true };
  const pool = new pg.Pool({ ...connection, ...settings, database: 'postgres' });
  pool.on('error', () => undefined); // the cluster stopped
  administration = { host: connection.host, pool };
  return pool;
}

/** Creates a database from the template: 10 to 30 ms. */
export async function copyTemplate({ connection, template }: TestCluster): Promise<DatabaseCopy> {
  copyCount += 1;
  const database = `t_${process.pid}_${copyCount}_${Date.now().toString(36)}`;
  const run = (statement: string) => administrationOf(connection).query(statement);
  await run(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY OWNER ${loginNames.owner}`);
  await run(`ALTER DATABASE ${database} SET medcloud.search_limit = '${slowMachineTimeoutMs}ms'`).catch(
    ignoreMissingPrivilege,
  );
  const ownConnection = {
    ...connection,
    database,
    statement_timeout: slowMachineTimeoutMs,
    idle_in_transaction_session_timeout: slowMachineTimeoutMs,
    connectionTimeoutMillis: slowMachineTimeoutMs,
  };
  return {
    connection: ownConnection,
    logins: loginsTo(ownConnection),
    // By default PostgreSQL creates five custom plans before it considers a generic one.
    cachePlans: async () => {
      await run(`ALTER DATABASE ${database} SET plan_cache_mode = force_generic_plan`);
    },
    waitForDisconnects: async () => {
      await run(disconnectsSql(database));
    },
    drop: async () => {
      await run(disconnectsSql(database));
      await run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}

/**
 * Waits until no client is connected. An ended pool has only sent its goodbye; a connection cut before the server
 * processes it raises an error without a listener. Fails after two minutes: then something was not closed.
 */
const disconnectsSql = (database: string) => `DO $$ BEGIN
  FOR try IN 1..12000 LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = '${database}') THEN RETURN; END IF;
    PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
  END LOOP;
  RAISE EXCEPTION 'connections to ${database} are still open: %',
    (SELECT string_agg(application_name, ', ') FROM pg_stat_activity WHERE datname = '${database}');
END $$`;
