import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPasswords } from '@medcloud/server/src/domain/accounts/password.ts';
import { type House, openHouse } from '@medcloud/server/src/house.ts';
import { type Config, readConfig } from '@medcloud/server/src/platform/config/config.ts';
import { openLog } from '@medcloud/server/src/platform/http/log.ts';
import { ShiftableClock } from '@medcloud/server/src/platform/kit/clock.ts';
import { copyTemplate, makeTemplate, startCluster } from '@medcloud/server/test/cluster.ts';
import { Outbox } from '@medcloud/server/test/outbox.ts';
import { test as base } from '@playwright/test';
import { keepTexts, recordTexts } from './texts/record.ts';

export const administrator = { email: 'admin@medcloud.local', password: 'the administrator’s own' };

/** The portal as a browser meets it: built pages, a real database, real files. */
export interface Portal {
  house: House;
  config: Config;
  origin: string;
  outbox: Outbox;
  clock: ShiftableClock;
}

/** A test with a portal of its own worker: booted once, ended with it. What its pages show is kept for `texts/`. */
export const test = base.extend<object, { portal: Portal }>({
  browser: [
    async ({ browser }, use, { project, workerIndex }) => {
      const seen = recordTexts(browser);
      await use(browser);
      await keepTexts(project.outputDir, workerIndex, seen);
    },
    { scope: 'worker' },
  ],
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
    async ({}, use) => {
      const { portal, close } = await openPortal();
      await use(portal);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect } from '@playwright/test';

/** A portal of its own, for a test that needs another environment than the workers' one. */
export async function openPortal(
  environment: Record<string, string> = {},
): Promise<{ portal: Portal; close: () => Promise<void> }> {
  const cluster = await startCluster();
  const template = await makeTemplate(cluster.connection);
  const database = await copyTemplate({ connection: cluster.connection, template });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-e2e-'));
  const port = await freePort();
  const config = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...environment,
  });
  const clock = new ShiftableClock();
  const house = await openHouse(config, {
    clock,
    connection: database.connection,
    testDatabase: true,
    passwords: openPasswords({ memoryCost: 1_024, timeCost: 1 }),
    logger: openLog('silent'),
  });
  const portal = { house, config, clock, origin: `http://localhost:${port}`, outbox: new Outbox(config, clock) };
  return {
    portal,
    close: async () => {
      await house.close();
      await database.drop();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
