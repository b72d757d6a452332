import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { isAlive, serverProcesses } from './process/process-facts.ts';
import type { EmbeddedPostgres } from './supervisor.ts';
import { EmbeddedFixture, firstLine, hasPidFile, query } from './test-embedded-fixture.ts';

const fixture = new EmbeddedFixture();
let template = '';
beforeAll(async () => {
  template = await fixture.createTemplate();
});
afterAll(() => fixture.close());

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('startEmbedded on an empty folder', () => {
  const path = fixture.newPath();
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    mkdirSync(join(path, 'cluster.tmp-0badcafe', 'base'), { recursive: true });
    writeFileSync(join(path, 'cluster.tmp-0badcafe', 'PG_VERSION'), '18\n');
    server = await fixture.start(path);
  });

  it('creates a UTF-8 database that requires the password and opens no port', async () => {
    const { connection, version, isAdopted, pid } = server;
    expect({ version, isAdopted, alive: await isAlive(pid) }).toEqual({
      version: '18.4',
      isAdopted: false,
      alive: true,
    });
    const facts = await query(
      connection,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
         current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
         current_setting('TimeZone') AS zone, lower('Ά') AS lowered
       FROM pg_database WHERE datname = current_database()`,
    );
    const expected = { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', addresses: '', fsync: 'on', lowered: 'ά' };
    expect(facts).toMatchObject({ ...expected, zone: 'UTC' });
    await expect(query({ ...connection, password: 'guess' }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('denies other users access to folder, password and socket', () => {
    const { connection } = server;
    expect([path, join(path, 'cluster'), connection.host].map(modeOf)).toEqual(['700', '700', '700']);
    expect([join(path, 'password'), join(path, 'postgres.log')].map(modeOf)).toEqual(['600', '600']);
    expect(connection.password).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(join(path, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#].*\b(trust|password|md5)$/m);
  });

  it('removes partial clusters of an initdb that was killed', () => {
    expect(readdirSync(path).sort()).toEqual(['cluster', 'password', 'postgres.log']);
  });
});

describe('EmbeddedPostgres.stop', () => {
  it('stops the server, leaves neither pid file nor socket, and may be called twice', async () => {
    const path = fixture.copyOf(template);
    const { connection, pid, stop } = await fixture.start(path);
    await Promise.all([stop(), stop()]);
    const left = { alive: await isAlive(pid), pidFile: hasPidFile(path), socket: existsSync(connection.host) };
    expect(left).toEqual({ alive: false, pidFile: false, socket: false });
    expect(await serverProcesses(join(path, 'cluster'))).toEqual([]);
  });

  it('stops the server without a watchdog and with an open transaction of a client', async () => {
    const path = fixture.copyOf(template);
    const { connection, pid, stop } = await fixture.start(path, { hasWatchdog: false });
    const idle = query(connection, 'BEGIN; SELECT pg_sleep(600)').catch((error: Error) => error.message);
    const sleeping = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    await waitUntil(async () => (await query(connection, sleeping))?.n === 1);
    await stop();
    expect(await isAlive(pid)).toBe(false);
    expect(await idle).toBeTypeOf('string');
  });

  it('keeps an otherwise idle process alive until the server has stopped', async () => {
    const path = fixture.copyOf(template);
    expect(await firstLine(fixture.runNode(path, 'stop'))).toBe('stopped');
    await fixture.start(path, { hasWatchdog: false });
    expect(await firstLine(fixture.runNode(path, 'stop')), 'of an adopted server').toBe('stopped');
  });

  it('shuts down cleanly, so the next start needs no recovery and finds the data', async () => {
    const path = fixture.copyOf(template);
    const first = await fixture.start(path);
    await query(first.connection, 'INSERT INTO kept VALUES (43)');
    await first.stop();
    const second = await fixture.start(path);
    expect(await query(second.connection, 'SELECT count(*)::int AS rows FROM kept')).toEqual({ rows: 2 });
    expect(readFileSync(join(path, 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
  });
});

describe('startEmbedded with an error', () => {
  it('throws version_mismatch with advice for another major version, and does not touch the database', async () => {
    const path = fixture.copyOf(template);
    writeFileSync(join(path, 'cluster', 'PG_VERSION'), '15\n');
    await expect(fixture.start(path)).rejects.toMatchObject({
      code: 'version_mismatch',
      message: expect.stringMatching(
        /written by PostgreSQL 15.*carries PostgreSQL 18.*npm run backup.*npm run restore/,
      ),
    });
    expect(readFileSync(join(path, 'cluster', 'PG_VERSION'), 'utf8')).toBe('15\n');
  });

  it('throws folder_unusable for a cluster folder with other files', async () => {
    const path = fixture.newPath();
    mkdirSync(join(path, 'cluster'), { recursive: true });
    writeFileSync(join(path, 'cluster', 'notes.txt'), 'mine');
    await expect(fixture.start(path)).rejects.toMatchObject({ code: 'folder_unusable' });
    expect(readdirSync(join(path, 'cluster'))).toEqual(['notes.txt']);
  });

  it('throws folder_unusable for a data folder that is a file', async () => {
    const path = fixture.newPath();
    writeFileSync(path, '');
    await expect(fixture.start(path)).rejects.toMatchObject({ code: 'folder_unusable' });
  });

  it('throws password_missing for a database without its password file', async () => {
    const path = fixture.copyOf(template);
    rmSync(join(path, 'password'));
    await expect(fixture.start(path)).rejects.toMatchObject({ code: 'password_missing' });
  });

  it.each([true, false])('throws password_wrong and stops the server (watchdog: %s)', async (hasWatchdog) => {
    const path = fixture.copyOf(template);
    writeFileSync(join(path, 'password'), 'of another backup\n');
    await expect(fixture.start(path, { hasWatchdog })).rejects.toMatchObject({ code: 'password_wrong' });
    expect(await serverProcesses(join(path, 'cluster'))).toEqual([]);
    expect(hasPidFile(path)).toBe(false);
  });

  it('throws password_wrong in an otherwise idle process', async () => {
    const path = fixture.copyOf(template);
    writeFileSync(join(path, 'password'), 'of another backup\n');
    expect(await firstLine(fixture.runNode(path))).toBe('password_wrong');
  });

  it.each([true, false])('throws start_failed with the message of the server (watchdog: %s)', async (hasWatchdog) => {
    const path = fixture.copyOf(template);
    await expect(fixture.start(path, { hasWatchdog, settings: { max_connections: 'many' } })).rejects.toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining('invalid value for parameter "max_connections"'),
    });
    expect(existsSync(join(path, 'start.lock'))).toBe(false);
  });

  it('throws fsync_off outside tests, for the option and for postgresql.conf', async () => {
    const path = fixture.copyOf(template);
    const rejected = fixture.start(path, { mayLoseData: false, settings: { fsync: 'off' } });
    await expect(rejected).rejects.toMatchObject({ code: 'fsync_off' });
    appendFileSync(join(path, 'cluster', 'postgresql.conf'), '\nfsync = off\n');
    await expect(fixture.start(path, { mayLoseData: false })).rejects.toMatchObject({ code: 'fsync_off' });
    expect(await serverProcesses(join(path, 'cluster'))).toEqual([]);
    const inTest = await fixture.start(path);
    expect(await query(inTest.connection, 'SHOW fsync')).toEqual({ fsync: 'off' });
  });
});

describe('startEmbedded with unusual paths', () => {
  it('starts with a data folder whose path is too long for a socket', async () => {
    const folder = join(fixture.newPath(), 'long'.repeat(30));
    mkdirSync(folder, { recursive: true });
    const { connection } = await fixture.start(fixture.copyOf(template, join(folder, 'longer'.repeat(30))));
    expect(connection.host.length).toBeLessThan(80);
    expect(await query(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('puts the socket into /tmp if the path of the temporary folder is too long', async () => {
    const temporaryFolder = join(fixture.newPath(), 'temporary'.repeat(12));
    mkdirSync(temporaryFolder, { recursive: true });
    const { connection } = await fixture.start(fixture.copyOf(template), {}, { temporaryFolder });
    expect(connection.host).toMatch(/^\/tmp\/medcloud-pg-\w{6}$/);
  });

  it('accepts blanks, commas and Greek letters in paths', async () => {
    const folder = join(fixture.newPath(), 'Ιατρικό κέντρο, Αθήνα');
    mkdirSync(join(folder, 'tmp, x'), { recursive: true });
    // A new database, with a path that is also too long for a socket.
    const path = join(folder, 'my data', 'long'.repeat(30));
    const { connection } = await fixture.start(path, {}, { temporaryFolder: join(folder, 'tmp, x') });
    expect(await query(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });
});

describe('postgres.log', () => {
  it('contains no values of failed statements', async () => {
    const path = fixture.copyOf(template);
    const { connection } = await fixture.start(path);
    await query(connection, 'CREATE TABLE names (name text UNIQUE)');
    const insert = "INSERT INTO names VALUES ('Papadopoulos')";
    await query(connection, insert);
    await expect(query(connection, insert)).rejects.toMatchObject({ code: '23505' });
    await expect(query(connection, "SELECT 'Papadopoulos'::int")).rejects.toMatchObject({ code: '22P02' });
    expect(readFileSync(join(path, 'postgres.log'), 'utf8')).not.toMatch(/Papadopoulos|INSERT/);
  });
});
