import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { startEmbedded } from '../../src/platform/db/embedded/start-embedded.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { createOlderDatabase } from './older-database.ts';

/** A server of the operator's own: here an embedded one that the portal is given as an external one. */
let folder: string;
let server: Awaited<ReturnType<typeof startEmbedded>>;
beforeAll(async () => {
  folder = await mkdtemp(join(inject('sharedFolder'), 'external-'));
  server = await startEmbedded({
    dataFolder: join(folder, 'postgres'),
    hasWatchdog: true,
    mayLoseData: true,
    settings: { fsync: 'off' },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

it.each(['older', 'new'])('serves a database that is %s after `npm run logins`', async (age) => {
  const database = `own_${age}`;
  await query(server.connection, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
  const superuser = { ...server.connection, database };
  if (age === 'older') await createOlderDatabase(superuser);
  const { host, port, user, password } = server.connection;
  const url = (name: string, secret: string) => {
    const address = new URL(`postgres://localhost:${port}/${database}`);
    address.username = name;
    address.password = secret;
    address.searchParams.set('host', host);
    return address.href;
  };
  const dataFolder = await mkdtemp(join(tmpdir(), 'medcloud-external-'));
  try {
    const environment = {
      DATA_DIR: dataFolder,
      PORT: '0',
      DATABASE_URL: url('medcloud_app', 'a/#@p'),
      DATABASE_OWNER_URL: url('medcloud_owner', 'owner'),
      DATABASE_BACKUP_URL: url('medcloud_backup', 'backup'),
    };
    const start = () =>
      createApp(readConfig(environment), {
        passwords: createFastHasher(),
        hasPages: false,
        jobs: quietJobs,
        logger: pino({ level: 'silent' }),
        isTestDatabase: true,
      });
    if (age === 'older') await expect(start()).rejects.toThrow(/^DATABASE_OWNER_URL: .*\. Run once .* npm run logins/);
    const { stdout } = await promisify(execFile)(process.execPath, ['server/src/commands/create-logins.ts'], {
      env: { ...process.env, ...environment, DATABASE_SUPERUSER_URL: url(user, password) },
    });
    expect(stdout).toContain('The three logins are ready.');
    const app = await start();
    expect((await fetch(`${app.origin}/api/health/ready`)).status).toBe(200);
    await app.close();
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
