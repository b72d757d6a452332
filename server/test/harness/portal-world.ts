import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type House, type HouseParts, openHouse } from '../../src/app/house.ts';
import { openPasswords } from '../../src/domain/accounts/password.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { Client } from './client.ts';
import { copyTemplate } from './cluster.ts';
import { keepPlans } from './keep-plans.ts';
import { Outbox } from './outbox.ts';
import { quietJobs } from './quiet-jobs.ts';

/** The real portal on a folder and a database of its own, with a clock that can be pushed, and outboxes to read. */
export interface World {
  house: House;
  config: Config;
  origin: string;
  clock: ShiftableClock;
  outbox: Outbox;
  folder: string;
  /** Nobody's client. */
  anonymous: Client;
  /** Pushes the clock, and lets the queue look at it. */
  pass(ms: number): void;
  /** Ends the server and opens it again on the same records, files and port. */
  restart(): Promise<void>;
  /** Ends the server, and leaves its records and files. Answers the name of its database, to which nobody is connected. */
  leave(): Promise<string>;
  close(): Promise<void>;
}

/** The records and files of a world that was left, and what time it was there. */
export interface WorldOrigin {
  template: string;
  folder: string;
  portalTime: Date;
}

export interface WorldOptions {
  parts?: Partial<HouseParts>;
  environment?: Record<string, string>;
  /** False where what is tested is the plan itself: elsewhere each connection keeps them (`keep-plans.ts`). */
  keepsPlans?: boolean;
  /** Of the pool; fewer than the portal's own where thousands of requests come one after the other: each makes every plan anew. */
  connections?: number;
  /** Where its own folder is made; the system's temporary folder unless said. */
  folder?: string;
}

export const adminLogin = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** Cheap hashing: what is tested is not how dear it is. */
const quickPasswords = () => openPasswords({ memoryCost: 1_024, timeCost: 1 });

/** Boots a portal without anybody in it but the administrator, or on a copy of another's records and files, at its time. */
export async function openWorld(options: WorldOptions = {}, origin?: WorldOrigin): Promise<World> {
  const cluster = inject('cluster');
  const database = await copyTemplate({ ...cluster, template: origin?.template ?? cluster.template });
  const connection = { ...database.connection, max: options.connections };
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'medcloud-world-'));
  if (origin) await cp(origin.folder, folder, { recursive: true });
  const clock = new ShiftableClock();
  if (origin) clock.advance(origin.portalTime.getTime() - Date.now());
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    CONNECTIONS_PER_ADDRESS: '4096', // everybody asks from here
    ADMIN_EMAIL: adminLogin.email,
    ADMIN_PASSWORD: adminLogin.password,
    ...options.environment,
  });
  const parts = {
    clock,
    connection: options.keepsPlans === false ? connection : await keepPlans(connection),
    testDatabase: true,
    passwords: quickPasswords(),
    pages: false,
    jobs: quietJobs,
    timeFactor: 10, // what is tested is no machine's speed
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...options.parts,
  };
  const house = await openHouse(config, parts);
  const world: World = {
    house,
    config,
    origin: house.origin,
    clock,
    folder,
    outbox: new Outbox(config, clock),
    anonymous: new Client(house.origin, config),
    pass: (ms) => {
      clock.advance(ms);
      world.house.portal.queue.look();
    },
    restart: async () => {
      await world.house.close();
      world.house = await openHouse({ ...config, port: Number(new URL(house.origin).port) }, parts);
    },
    leave: async () => {
      await world.house.close();
      await database.left();
      return String(connection.database);
    },
    close: async () => {
      await world.house.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
