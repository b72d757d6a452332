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
import { migrate } from '../../src/platform/db/migrate.ts';
import type { SqlFile } from '../../src/platform/db/repeatable-sql.ts';

/** Where the run's cluster is, and the migrated database that each test file's own is copied from. */
export interface TestCluster {
  connection: { host: string; port: number; user: string; password: string };
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
    /** A folder in memory, where there is room, for what the files of a run share. Gone with the run. */
    sharedFolder: string;
  }
}

const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  autovacuum: 'off', // its workers go through every test's database
  max_wal_size: '4GB', // no checkpoint but those of copied templates
  max_connections: '200',
  deadlock_timeout: '50ms', // the usual second is waited for by each test of two who wait for each other
};

/** One cluster a run: in memory where there is room, ended with the run; TEST_DATABASE_URL names another server instead. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, unsafeSettings);
}

/** The same with settings of the caller's. */
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

/** A server to test on, and what ends it. */
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
    return { connection, stop: async () => undefined };
  }
  const isSafe = settings.fsync !== 'off';
  const folder = await mkdtemp(join(isSafe ? tmpdir() : memoryFolder(), 'medcloud-test-'));
  const server = await startEmbedded({
    dataFolder: join(folder, 'postgres'),
    watchdog: true,
    noSync: !isSafe,
    settings,
  });
  const { host, port, user, password } = server.connection;
  await reduceScramIterations(server.connection);
  return {
    connection: { host, port, user, password },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Connecting proves the password by 4,096 rounds of hashing, 5 ms on each side; tests connect thousands of times. */
async function reduceScramIterations(connection: pg.ClientConfig & { user: string; password: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const password = client.escapeLiteral(connection.password);
    await client.query(`SET scram_iterations = 1`);
    await client.query(`ALTER ROLE ${client.escapeIdentifier(connection.user)} PASSWORD ${password}`);
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

/** A migrated database named by the hash of its migrations, made once a cluster. */
export async function createTemplate(connection: TestCluster['connection']): Promise<string> {
  // each login copies only what it owns
  const sqlFiles = await readDomainSqlFiles();
  const name = `medcloud_template_${migrationsHash(sqlFiles)}_${connection.user}`;
  const main = new pg.Client({ ...connection, database: 'postgres' });
  await main.connect();
  try {
    const { rowCount } = await main.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    const temporaryName = `${name}_${process.pid}`;
    await main.query(`CREATE DATABASE ${temporaryName} ENCODING 'UTF8' TEMPLATE template0`);
    await migrate({ ...connection, database: temporaryName }, { sqlFiles });
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
  return hash.digest('hex').slice(0, 16);
}

/** In place of the portal's own limits on its statements: a machine ten times slower, with others at work, keeps this one too. */
const slowMachineTimeoutMs = 300_000;

/** An ordinary login (`npm run interop`) may not set parameters of ours for a database: it tests with the usual limit. */
function ignoreMissingPrivilege(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error; // insufficient_privilege
}

let copyCount = 0;

interface DatabaseCopy {
  connection: pg.ClientConfig;
  /** Resolves once nobody is connected: only then can it be a template itself. */
  waitForDisconnects: () => Promise<void>;
  drop: () => Promise<void>;
}

/** A database of its own, copied from the template: 10 to 30 ms. */
export async function copyTemplate({ connection, template }: TestCluster): Promise<DatabaseCopy> {
  copyCount += 1;
  const database = `t_${process.pid}_${copyCount}_${Date.now().toString(36)}`;
  const run = async (statement: string) => {
    const main = new pg.Client({ ...connection, database: 'postgres' });
    await main.connect();
    try {
      await main.query(statement);
    } finally {
      await main.end();
    }
  };
  await run(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await run(`ALTER DATABASE ${database} SET medcloud.search_limit = '${slowMachineTimeoutMs}ms'`).catch(
    ignoreMissingPrivilege,
  );
  return {
    connection: {
      ...connection,
      database,
      statement_timeout: slowMachineTimeoutMs,
      idle_in_transaction_session_timeout: slowMachineTimeoutMs,
      connectionTimeoutMillis: slowMachineTimeoutMs,
    },
    waitForDisconnects: () => run(disconnectsSql(database)),
    drop: async () => {
      await run(disconnectsSql(database));
      await run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}

/** A pool that has ended has said goodbye, not been heard: a connection cut in that moment is an error nobody listens for any more. Waits half a minute at most. */
const disconnectsSql = (database: string) => `DO $$ BEGIN
  FOR try IN 1..3000 LOOP
    EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = '${database}');
    PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
  END LOOP;
END $$`;
