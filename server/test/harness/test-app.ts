import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { AppOverrides } from '../../src/app/app-overrides.ts';
import { type App, createApp } from '../../src/app/create-app.ts';
import { createPasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { cachePreparedStatements } from './cache-prepared-statements.ts';
import { Client } from './client.ts';
import { copyTemplate } from './cluster.ts';
import { Outbox } from './outbox.ts';
import { quietJobs } from './quiet-jobs.ts';

/** The real portal on a folder and a database of its own, with a clock that can be pushed, and outboxes to read. */
export interface TestApp {
  app: App;
  config: Config;
  origin: string;
  clock: ShiftableClock;
  outbox: Outbox;
  folder: string;
  /** Nobody's client. */
  anonymous: Client;
  /** Pushes the clock, and lets the queue look at it. */
  advanceClock(ms: number): void;
  /** Ends the server and opens it again on the same records, files and port. */
  restart(): Promise<void>;
  /** Ends the server, and leaves its records and files. Answers the name of its database, to which nobody is connected. */
  detach(): Promise<string>;
  close(): Promise<void>;
}

/** The records and files of a world that was left, and what time it was there. */
export interface TestAppSnapshot {
  template: string;
  folder: string;
  clockTime: Date;
}

export interface TestAppOptions {
  overrides?: Partial<AppOverrides>;
  environment?: Record<string, string>;
  /** False where what is tested is the plan itself: elsewhere each connection keeps them (`cache-prepared-statements.ts`). */
  shouldCacheStatements?: boolean;
  /** Of the pool; fewer than the portal's own where thousands of requests come one after the other: each makes every plan anew. */
  connections?: number;
  /** Where its own folder is made; the system's temporary folder unless said. */
  folder?: string;
}

export const adminLogin = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** Cheap hashing: what is tested is not how dear it is. */
const fastPasswords = () => createPasswordHasher({ memoryCost: 1_024, timeCost: 1 });

/** Boots a portal without anybody in it but the administrator, or on a copy of another's records and files, at its time. */
export async function startTestApp(options: TestAppOptions = {}, snapshot?: TestAppSnapshot): Promise<TestApp> {
  const cluster = inject('cluster');
  const database = await copyTemplate({ ...cluster, template: snapshot?.template ?? cluster.template });
  const connection = { ...database.connection, max: options.connections };
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'medcloud-world-'));
  if (snapshot) await cp(snapshot.folder, folder, { recursive: true });
  const clock = new ShiftableClock();
  if (snapshot) clock.advance(snapshot.clockTime.getTime() - Date.now());
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    CONNECTIONS_PER_ADDRESS: '4096', // everybody asks from here
    ADMIN_EMAIL: adminLogin.email,
    ADMIN_PASSWORD: adminLogin.password,
    ...options.environment,
  });
  const overrides = {
    clock,
    connection: options.shouldCacheStatements === false ? connection : await cachePreparedStatements(connection),
    testDatabase: true,
    passwords: fastPasswords(),
    pages: false,
    jobs: quietJobs,
    timeFactor: 10, // what is tested is no machine's speed
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...options.overrides,
  };
  const app = await createApp(config, overrides);
  const testApp: TestApp = {
    app,
    config,
    origin: app.origin,
    clock,
    folder,
    outbox: new Outbox(config, clock),
    anonymous: new Client(app.origin, config),
    advanceClock: (ms) => {
      clock.advance(ms);
      testApp.app.context.queue.poll();
    },
    restart: async () => {
      await testApp.app.close();
      testApp.app = await createApp({ ...config, port: Number(new URL(app.origin).port) }, overrides);
    },
    detach: async () => {
      await testApp.app.close();
      await database.waitForDisconnects();
      return String(connection.database);
    },
    close: async () => {
      await testApp.app.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return testApp;
}
