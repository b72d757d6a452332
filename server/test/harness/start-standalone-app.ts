import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { AppOverrides } from '../../src/app/app-overrides.ts';
import { type App, createApp } from '../../src/app/create-app.ts';
import type { PasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { PreparedStatementClient } from './cache-prepared-statements.ts';
import { copyTemplate, createTemplate, startCluster } from './cluster.ts';
import { createFastHasher } from './fast-passwords.ts';
import { Outbox } from './outbox.ts';
import { openSuperuserPool } from './scoped-database.ts';

export const administrator = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** The portal as a browser uses it: built pages, a real database, real files. */
export interface StandaloneApp {
  app: App;
  /** Reads and prepares rows past every policy. */
  superuser: pg.Pool;
  config: Config;
  origin: string;
  outbox: Outbox;
  clock: ShiftableClock;
}

export interface StandaloneAppOptions {
  environment?: Record<string, string>;
  overrides?: Partial<AppOverrides>;
  /**
   * Caches prepared statements per connection (`cache-prepared-statements.ts`), on at most six connections. Not for
   * measurements.
   */
  shouldCacheStatements?: boolean;
  /** Fills the portal's database and folder before it starts. */
  fill?: (own: {
    config: Config;
    logins: DatabaseLogins;
    superuser: pg.Pool;
    passwords: PasswordHasher;
  }) => Promise<void>;
}

/** Starts a portal with its own database server, for browser tests and benchmarks, which run outside the unit tests. */
export async function startStandaloneApp({
  environment = {},
  overrides = {},
  shouldCacheStatements = false,
  fill,
}: StandaloneAppOptions = {}): Promise<{
  testApp: StandaloneApp;
  close: () => Promise<void>;
  /** Stops only the portal. Its database and folder stay for `start`. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}> {
  const cluster = await startCluster();
  const template = await createTemplate(cluster.connection);
  const database = await copyTemplate({ connection: cluster.connection, template });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-own-'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    CONNECTIONS_PER_ADDRESS: '4096', // all clients have the same address
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...environment,
  });
  const clock = new ShiftableClock();
  const superuser = openSuperuserPool(database.connection);
  const { app } = database.logins;
  if (shouldCacheStatements) await database.cachePlans();
  const logins = {
    ...database.logins,
    app: shouldCacheStatements ? { ...app, Client: PreparedStatementClient, max: 6 } : app,
  };
  const passwords = createFastHasher();
  await fill?.({ config, logins, superuser, passwords });
  const logger = openLog('silent');
  const open = () =>
    createApp(config, { clock, logins, isTestDatabase: true, passwords, logger, timeFactor: 100, ...overrides });
  const testApp: StandaloneApp = {
    app: await open(),
    superuser,
    config,
    clock,
    origin: `http://localhost:${port}`,
    outbox: new Outbox(config, clock),
  };
  return {
    testApp,
    stop: () => testApp.app.close(),
    start: async () => {
      testApp.app = await open();
    },
    close: async () => {
      await testApp.app.close();
      await superuser.end();
      await database.drop();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a free TCP port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
