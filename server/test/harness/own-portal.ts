import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type House, type HouseParts, openHouse } from '../../src/app/house.ts';
import { openPasswords, type Passwords } from '../../src/domain/accounts/password.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { ShiftableClock } from '../../src/platform/time/clock.ts';
import { copyTemplate, makeTemplate, startCluster } from './cluster.ts';
import { keepPlans } from './keep-plans.ts';
import { Outbox } from './outbox.ts';

export const administrator = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** The portal as a browser meets it: built pages, a real database, real files. */
export interface Portal {
  house: House;
  config: Config;
  origin: string;
  outbox: Outbox;
  clock: ShiftableClock;
}

export interface OwnPortalOptions {
  environment?: Record<string, string>;
  parts?: Partial<HouseParts>;
  /** Each connection keeps its statements' plans (`keep-plans.ts`): not where time is measured. */
  keepsPlans?: boolean;
  /** Fills the portal's database and folder before it opens. */
  fill?: (own: {
    config: Config;
    connection: NonNullable<HouseParts['connection']>;
    passwords: Passwords;
  }) => Promise<void>;
}

/** A portal with a database server of its own, for whoever runs outside of the unit tests: browser tests and benchmarks. */
export async function openOwnPortal({
  environment = {},
  parts = {},
  keepsPlans = false,
  fill,
}: OwnPortalOptions = {}): Promise<{
  portal: Portal;
  close: () => Promise<void>;
  /** Ends the server alone: its database and folder stay, for `start`. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}> {
  const cluster = await startCluster();
  const template = await makeTemplate(cluster.connection);
  const database = await copyTemplate({ connection: cluster.connection, template });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-own-'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    CONNECTIONS_PER_ADDRESS: '4096', // everybody asks from here
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...environment,
  });
  const clock = new ShiftableClock();
  const connection = keepsPlans ? await keepPlans(database.connection) : database.connection;
  const passwords = openPasswords({ memoryCost: 1_024, timeCost: 1 });
  await fill?.({ config, connection, passwords });
  const logger = openLog('silent');
  const open = () =>
    openHouse(config, { clock, connection, testDatabase: true, passwords, logger, timeFactor: 100, ...parts });
  const portal: Portal = {
    house: await open(),
    config,
    clock,
    origin: `http://localhost:${port}`,
    outbox: new Outbox(config, clock),
  };
  return {
    portal,
    stop: () => portal.house.close(),
    start: async () => {
      portal.house = await open();
    },
    close: async () => {
      await portal.house.close();
      await database.drop();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
