import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { AppOverrides } from '../../src/app/app-overrides.ts';
import { type App, createApp } from '../../src/app/create-app.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { Client } from './client.ts';
import { copyTemplate } from './cluster.ts';
import { createFastHasher } from './fast-passwords.ts';
import { Outbox } from './outbox.ts';
import { quietJobs } from './quiet-jobs.ts';
import { openScopedPool, openSuperuserPool, type ScopedPool } from './scoped-database.ts';
import { StatementObserver } from './statements.ts';

/** The real portal with its own folder and database, a clock that can be advanced, and readable outboxes. */
export interface TestApp {
  app: App;
  /** Reads and prepares rows past every policy. */
  superuser: pg.Pool;
  /** Sees the statements of the portal's pool. */
  statements: StatementObserver;
  /** Opens connections of the application's login for statements that no code of the portal sends; once. */
  openScopedPool: () => Promise<ScopedPool>;
  config: Config;
  origin: string;
  clock: ShiftableClock;
  outbox: Outbox;
  folder: string;
  /** A client without a session. */
  anonymous: Client;
  /** Advances the clock and lets the queue poll. */
  advanceClock(ms: number): void;
  /** Stops the server and starts it again with the same records, files and port. */
  restart(): Promise<void>;
  /** Stops the server and keeps its records and files. Returns the name of its database, which has no connections. */
  detach(): Promise<string>;
  close(): Promise<void>;
}

/** The records, files and clock time of a detached test app. */
export interface TestAppSnapshot {
  template: string;
  folder: string;
  clockTime: Date;
}

export interface TestAppOptions {
  overrides?: Partial<AppOverrides>;
  environment?: Record<string, string>;
  /** False for tests of query plans. By default each connection caches them (`cache-prepared-statements.ts`). */
  shouldCacheStatements?: boolean;
  /**
   * Pool size, 6 by default. Each connection costs 12 ms of processor time and plans every statement again. Tests of races
   * take `racingConnections`.
   */
  connections?: number;
  /** Parent of the app's folder; by default the system's temporary folder. */
  folder?: string;
}

/** The portal's own pool size. */
export const racingConnections = 16;

export const adminLogin = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** Starts a portal that has only the administrator, or a copy of a snapshot's records, files and time. */
export async function startTestApp(options: TestAppOptions = {}, snapshot?: TestAppSnapshot): Promise<TestApp> {
  const cluster = inject('cluster');
  const database = await copyTemplate({ ...cluster, template: snapshot?.template ?? cluster.template });
  const { shouldCacheStatements: isCached = true } = options;
  const statements = new StatementObserver();
  const app = statements.observe({ ...database.logins.app, max: options.connections ?? 6 }, { isCached });
  if (isCached) await database.cachePlans();
  const superuser = openSuperuserPool(database.connection);
  let scopedPool: Promise<ScopedPool> | undefined;
  const closePools = async () => {
    await superuser.end();
    await (await scopedPool)?.close();
  };
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'medcloud-app-'));
  if (snapshot) await cp(snapshot.folder, folder, { recursive: true });
  const clock = new ShiftableClock();
  if (snapshot) clock.advance(snapshot.clockTime.getTime() - Date.now());
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    CONNECTIONS_PER_ADDRESS: '4096', // all clients have the same address
    ADMIN_EMAIL: adminLogin.email,
    ADMIN_PASSWORD: adminLogin.password,
    ...options.environment,
  });
  const overrides = {
    clock,
    logins: { ...database.logins, app },
    isTestDatabase: true,
    passwords: createFastHasher(),
    hasPages: false,
    jobs: quietJobs,
    timeFactor: 10, // tests must not depend on the machine's speed
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...options.overrides,
  };
  const startedApp = await createApp(config, overrides);
  const { origin } = startedApp;
  const testApp: TestApp = {
    app: startedApp,
    superuser,
    statements,
    openScopedPool: () => {
      scopedPool ??= openScopedPool(database.logins);
      return scopedPool;
    },
    config,
    origin,
    clock,
    folder,
    outbox: new Outbox(config, clock),
    anonymous: new Client(origin, config),
    advanceClock: (ms) => {
      clock.advance(ms);
      testApp.app.context.queue.poll();
    },
    restart: async () => {
      await testApp.app.close();
      testApp.app = await createApp({ ...config, port: Number(new URL(origin).port) }, overrides);
    },
    detach: async () => {
      await testApp.app.close();
      await closePools();
      await database.waitForDisconnects();
      return String(database.connection.database);
    },
    close: async () => {
      await testApp.app.close();
      await closePools();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return testApp;
}
