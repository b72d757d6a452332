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
import type { AppOverrides } from '../../src/app/app-overrides.ts';
import { type App, createApp } from '../../src/app/create-app.ts';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { readDomainSqlFiles } from '../../src/domain/core/sql-files.ts';
import { deleteOrphanObjects, SuspiciousDeletionError } from '../../src/domain/exams/delete-orphan-objects.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { listenToChannel } from '../../src/platform/db/listen-to-channel.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import { systemRandom } from '../../src/platform/ids/random.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { copyTemplate, loginsTo } from '../harness/cluster.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { openTestDatabase } from '../harness/scoped-database.ts';

const silent = pino({ level: 'silent' });
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-start-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newDatabase(): Promise<DatabaseLogins> {
  const database = await copyTemplate(inject('cluster'));
  cleanups.push(() => database.drop());
  return database.logins;
}

async function startApp(
  folder: string,
  logins: DatabaseLogins,
  environment: Record<string, string> = {},
  overrides: Partial<AppOverrides> = {},
): Promise<App> {
  const app = await createApp(readConfig({ DATA_DIR: folder, PORT: '0', ...environment }), {
    logins,
    isTestDatabase: true,
    passwords: createFastHasher(),
    hasPages: false,
    jobs: quietJobs,
    logger: silent,
    ...overrides,
  });
  cleanups.push(() => app.close());
  return app;
}

const stored = async (app: App) => {
  const ids: string[] = [];
  for await (const { id } of app.context.objects.list()) ids.push(id);
  return ids;
};

/** Stores an object that no exam owns. */
async function storeOrphan(app: App): Promise<void> {
  const { objects } = app.context;
  const newUuid = () => newId(systemClock, systemRandom);
  const writer = await objects.create({ objectId: newUuid(), keyId: newUuid(), key: systemRandom.bytes(32) });
  await writer.write(Buffer.from('an exam of somebody'));
  await writer.finish();
}

describe('createApp with a store of another database', () => {
  it('throws and keeps the files', async () => {
    const folder = await newFolder();
    const app = await startApp(folder, await newDatabase());
    await storeOrphan(app);
    const before = await stored(app);
    await app.close();
    await expect(startApp(folder, await newDatabase())).rejects.toThrow(/belong to another database: this one is new/);
    expect(before).toHaveLength(1);
  });

  it('throws if the store has files but no marker', async () => {
    const folder = await newFolder();
    const logins = await newDatabase();
    const app = await startApp(folder, logins);
    await storeOrphan(app);
    await app.close();
    await rm(join(folder, 'objects', 'INSTALLATION'));
    await expect(startApp(folder, logins)).rejects.toThrow(/carry no name/);
  });

  it('starts if the database has its marker and the empty store does not', async () => {
    const folder = await newFolder();
    const logins = await newDatabase();
    await (await startApp(folder, logins)).close();
    await rm(join(folder, 'objects', 'INSTALLATION'));
    await expect(startApp(folder, logins)).resolves.toBeDefined();
  });
});

describe('createApp with a login that has settings of its own', () => {
  const query = async (login: pg.ClientConfig, statement: string) => {
    const client = new pg.Client(login);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };

  it('throws with the statements that take them away, until they are gone', async () => {
    const [folder, logins] = [await newFolder(), await newDatabase()];
    const { database } = logins.app;
    for (const each of [`statement_timeout = '1ms'`, `TimeZone = 'Asia/Tokyo'`])
      await query(logins.app, `ALTER ROLE medcloud_app IN DATABASE ${database} SET ${each}`);
    const statement = `ALTER ROLE medcloud_app IN DATABASE ${database} RESET ALL;`;
    const started = await startApp(folder, logins).catch(String);
    expect(started).toContain('medcloud_app (statement_timeout, TimeZone)');
    expect(started).toContain(`a superuser runs:\n\n${statement}\n`);
    await query({ ...inject('cluster').connection, database }, statement);
    await expect(startApp(folder, logins)).resolves.toBeDefined();
  });
});

describe('deleteOrphanObjects', () => {
  it('throws and deletes nothing if most stored objects belong to no exam', async () => {
    const app = await startApp(await newFolder(), await newDatabase());
    await Promise.all(Array.from({ length: 101 }, () => storeOrphan(app)));
    await expect(deleteOrphanObjects(app.context, -1_000)).rejects.toThrow(SuspiciousDeletionError);
    expect(await stored(app)).toHaveLength(101);
  });
});

describe('createApp on a port in use', () => {
  let occupied: Server;
  let port = 0;
  beforeAll(async () => {
    occupied = createServer();
    await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
    const address = occupied.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => occupied.close(resolve)));

  it('creates no administrator before the port is open, so that the password is shown', async () => {
    const folder = await newFolder();
    const logins = await newDatabase();
    await expect(startApp(folder, logins, { PORT: String(port) })).rejects.toThrow(/EADDRINUSE/);
    const app = await startApp(folder, logins);
    expect(app.administrator?.generatedPassword).toMatch(/^\w{20}$/);
  });
});

describe('createApp on an empty database', () => {
  /** Collects words of documentation and repository that look like passwords. */
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

  it('creates one account, whose password is no word of repository or documentation (T-AD1)', async () => {
    const logins = await newDatabase();
    const app = await startApp(await newFolder(), logins);
    const superuser = new pg.Client({ ...inject('cluster').connection, database: logins.owner.database });
    await superuser.connect();
    cleanups.push(() => superuser.end());
    const { rows } = await superuser.query('SELECT email, password_hash, must_change_password FROM users');
    expect(rows).toMatchObject([{ email: app.administrator?.email, must_change_password: true }]);
    const passwords = createFastHasher();
    const createdPassword = app.administrator?.generatedPassword ?? '';
    const words = wordsLikePasswords();
    expect(words.length).toBeGreaterThan(300);
    expect(words).toContain('the administrator’s own');
    const acceptedWords: string[] = [];
    for (const word of [...words, createdPassword])
      if (await passwords.matches(rows[0].password_hash, word)) acceptedWords.push(word);
    expect(acceptedWords).toEqual([createdPassword]);
  });
});

describe('GET /api/health/ready', () => {
  it('returns 503 until the administrator can sign in', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const address = free.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    await new Promise((resolve) => free.close(resolve));
    const passwords = createFastHasher();
    const gate = Promise.withResolvers<void>();
    const hash = (password: string) => gate.promise.then(() => passwords.hash(password));
    const started = startApp(
      await newFolder(),
      await newDatabase(),
      { PORT: port },
      { passwords: { ...passwords, hash } },
    );
    const fetchStatus = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
    try {
      await expect.poll(() => fetchStatus('/api/health/live')).toBe(200);
      expect(await fetchStatus('/api/health/ready')).toBe(503);
    } finally {
      gate.resolve();
      await started;
    }
    expect(await fetchStatus('/api/health/ready')).toBe(200);
  });
});

describe('migrate by several nodes on a new database', () => {
  it('applies migrations and SQL files once', async () => {
    const main = new pg.Client({ ...inject('cluster').connection, database: 'postgres' });
    await main.connect();
    const name = `medcloud_together_${process.pid}`;
    await main.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0 OWNER medcloud_owner`);
    cleanups.push(() => main.end());
    cleanups.push(() => main.query(`DROP DATABASE ${name} WITH (FORCE)`));
    const { owner } = loginsTo({ ...inject('cluster').connection, database: name });
    const applied = await Promise.all(
      [1, 2, 3].map(async () => migrate(owner, { sqlFiles: await readDomainSqlFiles() })),
    );
    expect(applied.filter(({ migrations }) => migrations.length > 0)).toHaveLength(1);
    expect(applied.filter(({ sqlFiles }) => sqlFiles.length > 0)).toHaveLength(1);
  });
});

describe('Database.within', () => {
  it('rejects if an error within the transaction was caught', async () => {
    const db = await openTestDatabase(await newDatabase());
    cleanups.push(() => db.close());
    const transaction = db.within(systemScope('health'), async (tx) => {
      await sql`SELECT 1 / 0`.execute(tx).catch(() => undefined);
      return 'done';
    });
    await expect(transaction).rejects.toThrow('A statement of the transaction failed');
    await expect(db.within(systemScope('health'), async () => 'fine')).resolves.toBe('fine');
  });
});

describe('listenToChannel', () => {
  it('keeps one connection after failures, and none after close', async () => {
    const { app: connection } = await newDatabase();
    const clients: pg.Client[] = [];
    const connect = async () => {
      const client = new pg.Client(connection);
      client.on('error', () => undefined);
      await client.connect();
      // the first connection fails at LISTEN
      if (clients.push(client) === 1) client.escapeIdentifier = () => 'no such; syntax (';
      return client;
    };
    const received: string[] = [];
    const following = listenToChannel(
      connect,
      'news',
      (payload) => received.push(payload),
      () => undefined,
    );
    cleanups.push(() => following.close());
    const watcher = new pg.Client({ ...connection, application_name: 'watcher' });
    await watcher.connect();
    cleanups.push(() => watcher.end());
    await expect
      .poll(async () => {
        await watcher.query("NOTIFY news, 'once'");
        return received.length;
      })
      .toBeGreaterThan(0);
    await watcher.query("NOTIFY news, 'more'");
    await watcher.query("NOTIFY news, 'last'");
    await expect.poll(() => received.at(-1)).toBe('last');
    expect(received.filter((word) => word === 'more')).toHaveLength(1);
    await following.close();
    // the server detects a closed connection with a delay
    const others = async () => {
      const { rows } = await watcher.query<{ others: number }>(
        'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      return rows[0]?.others;
    };
    await expect.poll(others).toBe(0);
  });
});
