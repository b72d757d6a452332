import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, readConfig } from '@medcloud/server/src/platform/config/config.ts';
import { systemClock } from '@medcloud/server/src/platform/time/clock.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { Outbox } from '@medcloud/server/test/harness/outbox.ts';
import { administrator, freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { processorMsOf } from './processor-time.ts';

/** A program that runs from a checkout, with its own data folder and embedded database. */
export interface Program {
  origin: string;
  config: Config;
  outbox: Outbox;
  anonymous: Client;
  pid: number;
  /** Returns the processor time in ms that the portal and its database have each used so far. */
  processorMs(): Promise<{ portal: number; database: number }>;
  close(): Promise<void>;
}

/** Starts `server/src/main.ts` of a checkout and waits until it is ready. Throws if it ends before. */
export async function startProgram(checkout: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-versions-'));
  const port = await freePort();
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    CONNECTIONS_PER_ADDRESS: '4096',
    UPLOADS_PER_DAY: '100000',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: checkout,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const origin = `http://localhost:${port}`;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The program in ${checkout} ended before it was ready.`);
    await wait(100);
  }
  const config = readConfig(settings);
  const pid = child.pid ?? 0;
  const databasePid = Number.parseInt(await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
  return {
    origin,
    config,
    outbox: new Outbox(config, systemClock),
    anonymous: new Client(origin, config),
    pid,
    processorMs: async () => ({ portal: await processorMsOf(pid), database: await processorMsOf(databasePid) }),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health/ready`).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}
