import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../db/embedded/index.ts';
import { jobsSchema } from './schema.ts';

export interface TestDatabase {
  /** Its login owns the tables. */
  readonly connection: pg.PoolConfig;
  stop(): Promise<void>;
}

/**
 * An empty database with the table of jobs, dropped by `stop`: on the server of TEST_DATABASE_URL, or on one started in
 * a temporary folder. The login must be allowed to make databases and roles.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await findServer();
  const database = `queue_${randomBytes(6).toString('hex')}`;
  await run(server.connection, `CREATE DATABASE ${database}`);
  const connection = { ...server.connection, database };
  await run(connection, makeRole);
  await run(connection, jobsSchema);
  return {
    connection,
    async stop() {
      await run(server.connection, `DROP DATABASE ${database} WITH (FORCE)`);
      await server.stop();
    },
  };
}

// Test files may share a server, and a role belongs to the whole of it.
const makeRole = `DO $$ BEGIN CREATE ROLE medcloud_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`;

async function findServer(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: fromUrl(new URL(url)), stop: async () => undefined };
  const dataFolder = await mkdtemp(join(tmpdir(), 'medcloud-queue-'));
  const settings = { fsync: 'off', synchronous_commit: 'off' };
  const server = await startEmbedded({ dataFolder, settings, watchdog: true, noSync: true });
  return {
    connection: { ...server.connection },
    async stop() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A URL as separate fields, so that the database in it can be replaced; `?host=` names a socket's folder. */
function fromUrl(url: URL): pg.PoolConfig {
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    database: url.pathname.slice(1) || 'postgres',
  };
}

async function run(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
