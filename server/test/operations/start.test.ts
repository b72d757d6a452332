import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type House, type HouseParts, openHouse } from '../../src/app/house.ts';
import { openPasswords } from '../../src/domain/accounts/password.ts';
import { systemScope } from '../../src/domain/authorization/may.ts';
import { SuspiciousSweepError, sweepObjects } from '../../src/domain/exams/sweep-objects.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { follow } from '../../src/platform/db/listen.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import { systemRandom } from '../../src/platform/ids/random.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';

const silent = pino({ level: 'silent' });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of closing.splice(0).reverse()) await step();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-start-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newDatabase(): Promise<pg.PoolConfig> {
  const database = await copyTemplate(inject('cluster'));
  closing.push(() => database.drop());
  return database.connection;
}

async function start(
  folder: string,
  connection: pg.PoolConfig,
  environment: Record<string, string> = {},
  parts: Partial<HouseParts> = {},
): Promise<House> {
  const house = await openHouse(readConfig({ DATA_DIR: folder, PORT: '0', ...environment }), {
    connection,
    testDatabase: true,
    passwords: openPasswords({ memoryCost: 1_024, timeCost: 1 }),
    pages: false,
    jobs: quietJobs,
    logger: silent,
    ...parts,
  });
  closing.push(() => house.close());
  return house;
}

const stored = async (house: House) => {
  const ids: string[] = [];
  for await (const { id } of house.portal.objects.list()) ids.push(id);
  return ids;
};

/** A file that no exam owns. */
async function storeOrphan(house: House): Promise<void> {
  const { objects } = house.portal;
  const newUuid = () => newId(systemClock, systemRandom);
  const writer = await objects.create({ objectId: newUuid(), keyId: newUuid(), key: systemRandom.bytes(32) });
  await writer.write(Buffer.from('an exam of somebody'));
  await writer.finish();
}

describe('a start on the wrong database', () => {
  it('is refused, and the files stay', async () => {
    const folder = await newFolder();
    const house = await start(folder, await newDatabase());
    await storeOrphan(house);
    const before = await stored(house);
    await house.close();
    await expect(start(folder, await newDatabase())).rejects.toThrow(/belong to another database: this one is new/);
    expect(before).toHaveLength(1);
  });

  it('is refused where the files carry no name', async () => {
    const folder = await newFolder();
    const connection = await newDatabase();
    const house = await start(folder, connection);
    await storeOrphan(house);
    await house.close();
    await rm(join(folder, 'objects', 'INSTALLATION'));
    await expect(start(folder, connection)).rejects.toThrow(/carry no name/);
  });

  it('goes on where the database was named and the store was not yet', async () => {
    const folder = await newFolder();
    const connection = await newDatabase();
    await (await start(folder, connection)).close();
    await rm(join(folder, 'objects', 'INSTALLATION'));
    await expect(start(folder, connection)).resolves.toBeDefined();
  });
});

describe('the sweep', () => {
  it('removes nothing where most of what is stored belongs to no exam', async () => {
    const house = await start(await newFolder(), await newDatabase());
    await Promise.all(Array.from({ length: 101 }, () => storeOrphan(house)));
    await expect(sweepObjects(house.portal, -1_000)).rejects.toThrow(SuspiciousSweepError);
    expect(await stored(house)).toHaveLength(101);
  });
});

describe('a start whose port is taken', () => {
  let taken: Server;
  let port = 0;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  it('makes no administrator whose password nobody would see', async () => {
    const folder = await newFolder();
    const connection = await newDatabase();
    await expect(start(folder, connection, { PORT: String(port) })).rejects.toThrow(/EADDRINUSE/);
    const house = await start(folder, connection);
    expect(house.administrator?.madePassword).toMatch(/^\w{20}$/);
  });
});

describe('a fresh portal', () => {
  /** What stands in the documentation and the repository where somebody would look for a password. */
  function wordsLikePasswords(): string[] {
    const repository = fileURLToPath(new URL('../../..', import.meta.url));
    const exclude = ['**/node_modules/**', '**/dist/**', 'package-lock.json'];
    const files = globSync(['**/*.{md,ts,tsx,mjs,json,yml,yaml,sh}'], { cwd: repository, exclude });
    const lines = files
      .flatMap((path) => readFileSync(join(repository, path), 'utf8').split('\n'))
      .filter((line) => /passw|secret|credential/i.test(line));
    const quoted = lines.flatMap((line) =>
      [...line.matchAll(/['"`“]([^'"`”]{6,64})['"`”]/g)].map(([, word = '']) => word),
    );
    return [...new Set([...quoted, 'password', 'admin', 'admin123', 'administrator', 'medcloud'])];
  }

  it('has one account, and no word of repository or documentation opens it (T-AD1)', async () => {
    const house = await start(await newFolder(), await newDatabase());
    const { rows } = await house.portal.db.pool.query('SELECT email, password_hash, must_change_password FROM users');
    expect(rows).toMatchObject([{ email: house.administrator?.email, must_change_password: true }]);
    const passwords = openPasswords({ memoryCost: 1_024, timeCost: 1 });
    const made = house.administrator?.madePassword ?? '';
    const words = wordsLikePasswords();
    expect(words.length).toBeGreaterThan(300);
    expect(words).toContain('the administrator’s own');
    const opening: string[] = [];
    for (const word of [...words, made]) if (await passwords.matches(rows[0].password_hash, word)) opening.push(word);
    expect(opening).toEqual([made]);
  });
});

describe('a portal that starts', () => {
  it('is ready once its administrator can sign in, and no sooner', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const address = free.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    await new Promise((resolve) => free.close(resolve));
    const passwords = openPasswords({ memoryCost: 1_024, timeCost: 1 });
    const gate = Promise.withResolvers<void>();
    const hash = (password: string) => gate.promise.then(() => passwords.hash(password));
    const started = start(
      await newFolder(),
      await newDatabase(),
      { PORT: port },
      { passwords: { ...passwords, hash } },
    );
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
    try {
      await expect.poll(() => ask('/api/health/live')).toBe(200);
      expect(await ask('/api/health/ready')).toBe(503);
    } finally {
      gate.resolve();
      await started;
    }
    expect(await ask('/api/health/ready')).toBe(200);
  });
});

describe('nodes that start together on a new database', () => {
  it('all come up, with one administrator', async () => {
    const main = new pg.Client({ ...inject('cluster').connection, database: 'postgres' });
    await main.connect();
    const name = `medcloud_together_${process.pid}`;
    await main.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
    closing.push(() => main.end());
    closing.push(() => main.query(`DROP DATABASE ${name} WITH (FORCE)`));
    const connection = { ...inject('cluster').connection, database: name };
    const applied = await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  });
});

describe('a transaction', () => {
  it('is not acknowledged where an error within it was caught', async () => {
    const connection = await newDatabase();
    const db = openDatabase({ connection, applicationName: 'test', onConnectionLost: () => undefined });
    closing.push(() => db.close());
    const careless = db.within(systemScope('health'), async (tx) => {
      await sql`SELECT 1 / 0`.execute(tx).catch(() => undefined);
      return 'done';
    });
    await expect(careless).rejects.toMatchObject({ code: '25P02' });
    await expect(db.within(systemScope('health'), async () => 'fine')).resolves.toBe('fine');
  });
});

describe('following a channel', () => {
  it('holds one connection, whatever breaks, and none once closed', async () => {
    const connection = await newDatabase();
    const clients: pg.Client[] = [];
    const connect = async () => {
      const client = new pg.Client(connection);
      client.on('error', () => undefined);
      await client.connect();
      // the first one breaks while it begins to listen
      if (clients.push(client) === 1) client.escapeIdentifier = () => 'no such; syntax (';
      return client;
    };
    const heard: string[] = [];
    const following = follow(
      connect,
      'news',
      (payload) => heard.push(payload),
      () => undefined,
    );
    closing.push(() => following.close());
    const watcher = new pg.Client({ ...connection, application_name: 'watcher' });
    await watcher.connect();
    closing.push(() => watcher.end());
    await expect
      .poll(async () => {
        await watcher.query("NOTIFY news, 'once'");
        return heard.length;
      })
      .toBeGreaterThan(0);
    await watcher.query("NOTIFY news, 'more'");
    await watcher.query("NOTIFY news, 'last'");
    await expect.poll(() => heard.at(-1)).toBe('last');
    expect(heard.filter((word) => word === 'more')).toHaveLength(1);
    await following.close();
    // the server notices in its own time that a connection was closed
    const others = async () => {
      const { rows } = await watcher.query<{ others: number }>(
        'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      return rows[0]?.others;
    };
    await expect.poll(others).toBe(0);
  });
});
