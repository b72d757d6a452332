import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { runBackup, runRestore } from '../../src/commands/backup-restore.ts';
import { chainBatch } from '../../src/domain/audit/chain/chain-batch.ts';
import { deriveChainKeys } from '../../src/domain/audit/chain/chain-keys.ts';
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts';
import { listBackups } from '../../src/domain/backup/manifest.ts';
import { newPatientKey } from '../../src/domain/keys/patient-key.ts';
import { wrapKey } from '../../src/platform/blobs/keys.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { defaultKeyPath, type KeySource } from '../../src/platform/config/key-source.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { urlsOf } from '../harness/urls-of.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { startVault } from '../services/vault.ts';

const silent = pino({ level: 'silent' });
/** Many batches of the rotation. */
const keyCount = 100_000;

const readKey = async (path: string) => Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');

/** Starts the command in its own process, beside the portal. */
function startRotation(testApp: TestAppWithFixtures, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/src/commands/rotate-keys.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: testApp.folder,
      LOG_LEVEL: 'silent',
      ...urlsOf(loginsOf(testApp)),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code }),
  );
  return { child, ended };
}

/** Adds patients of center A with keys, as many years would. Returns the last ids of each fifth. */
async function addKeys(testApp: TestAppWithFixtures, count: number): Promise<string[]> {
  const { keys, random } = testApp.app.context;
  const { rows } = await testApp.superuser.query<{ id: string }>(
    `INSERT INTO patients (id, center_id, patient_id, first_name, last_name, name_key, date_of_birth, gender, registered_by)
     SELECT gen_random_uuid(), $1, 'P-' || upper(translate(substr(md5(n::text), 1, 10), 'ilou', '0000')), 'A', 'B', 'a|b', '1980-01-01', 'Other',
       (SELECT user_id FROM medical_centers WHERE id = $1) FROM generate_series(1, $2::int) AS n RETURNING id`,
    [testApp.fixtures.centerA.id, count],
  );
  const master = keys.masters.get(keys.masters.newestId);
  await testApp.superuser.query(
    'INSERT INTO keys.patient_keys (patient_id, wrapped_key, master_id) SELECT id, key, $3 FROM unnest($1::uuid[], $2::bytea[]) AS k (id, key)',
    [
      rows.map(({ id }) => id),
      rows.map(({ id }) => wrapKey(master, newPatientKey(random), `patient:${id}`, random)),
      keys.masters.newestId,
    ],
  );
  const sorted = rows.map(({ id }) => id).sort();
  return [0, 1, 2, 3].map((fifth) => String(sorted[Math.floor((count * (fifth + 0.5)) / 5)]));
}

/** Stops the command at a row that it must change, kills it there, and lets the row go. */
async function killAt(testApp: TestAppWithFixtures, lock: string, values: unknown[], child: ChildProcess) {
  const client = await testApp.superuser.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(lock, values);
    expect(rowCount).toBe(1);
    await waitUntil(async () => child.exitCode !== null || (await isBlocked(testApp.superuser)));
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
  await waitUntil(async () => (await countConnections(testApp.superuser, '')) === 0);
}

const countConnections = async (superuser: pg.Pool, condition: string) =>
  (
    await superuser.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'medcloud rotation' ${condition}`,
    )
  ).rowCount ?? 0;
const isBlocked = async (superuser: pg.Pool) => (await countConnections(superuser, `AND wait_event_type = 'Lock'`)) > 0;

describe('rotateMasterKey under load, killed several times', () => {
  let testApp: TestAppWithFixtures;
  let rows: string[];
  let oldKey: Buffer;
  let backups: string;
  const overrides = () => ({ logins: loginsOf(testApp), isTestDatabase: true, logger: silent });
  const keyPath = () => defaultKeyPath(testApp.folder);

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    oldKey = await readKey(keyPath());
    rows = await addKeys(testApp, keyCount);
    backups = await mkdtemp(join(tmpdir(), 'medcloud-rotate-'));
    await runBackup(testApp.config, overrides(), backups);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(backups, { recursive: true, force: true });
  });

  /** What a center and a doctor do all day, on the running portal: each needs keys. */
  async function useKeys(): Promise<void> {
    const { centerA, doctors } = testApp.fixtures;
    const { patientId } = centerA.patient;
    const phone = (await centerA.client.call(routes.center.patients, { query: { search: patientId } }))[0]?.phone;
    expect(phone).toMatch(/^\+30/);
    await centerA.client.call(routes.center.revealAmka, { params: { patientId } });
    for (const client of [centerA.client, doctors.consent.client]) {
      const response = await client.raw('GET', `/api/download/${centerA.examId}`);
      const bytes = await response.arrayBuffer();
      expect(createHash('sha256').update(Buffer.from(bytes)).digest('hex')).toBe(
        createHash('sha256').update(centerA.file).digest('hex'),
      );
    }
  }

  /** Starts another node with one of the keys. Returns the master keys that it has. */
  async function startNode(keySource: KeySource): Promise<Buffer[]> {
    const app = await createApp(
      { ...testApp.config, keySource, port: 0 },
      { ...overrides(), clock: testApp.clock, passwords: createFastHasher(), hasPages: false, jobs: quietJobs },
    );
    const { masters } = app.context.keys;
    const keys = [1, 2].filter((id) => masters.has(id)).map((id) => masters.get(id));
    await app.close();
    return keys;
  }

  const keysProbe = async () => {
    const admin = await signInAdmin(testApp);
    testApp.advanceClock(6_000); // the last report is kept for five seconds
    const { health } = await admin.call(routes.admin.systemInfo, {});
    return health.find(({ name }) => name === 'keys');
  };

  it('keeps both keys good until the end, and ends with the new one alone (T-ENC3)', { timeout: 600_000 }, async () => {
    const context = testApp.app.context;
    const publicKey = () =>
      deriveChainKeys(testApp.app.context.keys).verifying.export({ type: 'spki', format: 'der' }).toString('hex');
    const signedBy = publicKey();
    let isDone = false;
    const load = (async () => {
      while (!isDone) {
        await useKeys();
        await wait(400); // leaves the processor to the rotation, and a session’s 600 requests a minute are enough
      }
    })();
    load.catch(() => undefined); // awaited below
    const kill = async (lock: string, values: unknown[]) => killAt(testApp, lock, values, startRotation(testApp).child);

    await kill(`SELECT FROM keys.service_keys WHERE name = 'codes' FOR UPDATE`, []);
    const nextKey = await readKey(`${keyPath()}.next`);
    expect(await keysProbe()).toMatchObject({ code: 'keys-rotating', state: 'warning' });
    for (const row of rows.slice(0, 3)) {
      await kill('SELECT FROM keys.patient_keys WHERE patient_id = $1 FOR UPDATE', [row]);
      const masters = await testApp.superuser.query('SELECT DISTINCT master_id FROM keys.patient_keys');
      if (row !== rows[0]) expect(masters.rowCount).toBe(2);
      for (const key of [oldKey, nextKey]) expect(await startNode({ kind: 'value', key })).toEqual([oldKey, nextKey]);
      await useKeys();
    }
    await kill('SELECT FROM keys.master_keys WHERE id = 1 FOR KEY SHARE', []);
    expect(await readKey(keyPath()), 'a start finds the new key before the old one is retired').toEqual(nextKey);
    expect(await startNode(testApp.config.keySource)).toEqual([oldKey, nextKey]);

    const last = await startRotation(testApp).ended;
    expect(last, last.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('earlier') });
    isDone = true;
    await load;
    await useKeys();

    const { superuser } = testApp;
    expect((await superuser.query('SELECT DISTINCT master_id FROM keys.patient_keys')).rows).toEqual([
      { master_id: 2 },
    ]);
    expect((await superuser.query('SELECT DISTINCT master_id FROM keys.service_keys')).rows).toEqual([
      { master_id: 2 },
    ]);
    expect((await superuser.query('SELECT id, state, wrapped_by_other FROM keys.master_keys')).rows).toEqual([
      { id: 2, state: 'current', wrapped_by_other: null },
    ]);
    await testApp.restart();
    await useKeys();
    expect(await readKey(`${keyPath()}.1.old`)).toEqual(oldKey);
    await expect(startNode({ kind: 'value', key: oldKey })).rejects.toThrow(
      /was replaced on \d{4}-.*Set ENCRYPTION_KEY to the new one/,
    );
    expect(publicKey(), 'the audit chain is signed as before').toBe(signedBy);
    while ((await chainBatch(testApp.app.context, deriveChainKeys(testApp.app.context.keys))) > 0);
    expect(await verifyChain(testApp.app.context)).toMatchObject({ fault: null });
    expect(context.keys.codes).toEqual(testApp.app.context.keys.codes);
    const events = await superuser.query(
      `SELECT event, details FROM audit_events WHERE event LIKE 'key_rot%' ORDER BY id`,
    );
    expect(events.rows.map(({ event }) => event)).toEqual(['key_rotation_begun', 'key_rotated']);
    expect(await keysProbe()).toMatchObject({ code: 'keys-beside' });
  });

  it('leaves backups made before to the old key, and makes new ones in the same folder', {
    timeout: 600_000,
  }, async () => {
    const { manifest, copied } = await runBackup(testApp.config, overrides(), backups);
    expect(copied.count).toBe(0);
    const [before] = (await listBackups(backups)).filter((name) => name !== manifest.id);
    const restore = async (keySource: KeySource, backup: string | undefined) => {
      const target = await copyTemplate(inject('cluster'));
      const folder = await mkdtemp(join(tmpdir(), 'medcloud-rotated-'));
      onTestFinished(() => target.drop());
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const config = { ...readConfig({ DATA_DIR: folder, PORT: '0' }), keySource };
      return await runRestore(
        config,
        { ...overrides(), logins: target.logins },
        { from: backups, backup, writeLine: () => undefined },
      );
    };
    await expect(restore(testApp.config.keySource, before)).rejects.toThrow(/The encryption key is another one/);
    expect((await restore({ kind: 'value', key: oldKey }, before)).verified).toMatchObject({ good: 2, bad: [] });
    expect((await restore(testApp.config.keySource, manifest.id)).verified).toMatchObject({ good: 2, bad: [] });
  });
});

describe('rotateMasterKey from source to source', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());

  it('moves the key from its file to a value, to Vault, and to another file, while the portal runs', {
    timeout: 600_000,
  }, async () => {
    const vault = await startVault();
    onTestFinished(() => vault.close());
    const { centerA } = testApp.fixtures;
    const value = randomBytes(32).toString('base64');
    const path = join(testApp.folder, 'elsewhere', 'key');
    const ofVault = `vault:${vault.origin}/transit/medcloud`;
    const environment: Record<string, string> = { VAULT_TOKEN: vault.token };
    const refused = await startRotation(testApp, { ENCRYPTION_KEY: randomBytes(32).toString('base64') }).ended;
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not the one this database was made with'),
    });
    for (const next of [value, ofVault, `file:${path}`]) {
      const moved = await startRotation(testApp, { ...environment, ENCRYPTION_KEY_NEXT: next }).ended;
      expect(moved, moved.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('set ENCRYPTION_KEY') });
      const phones = await centerA.client.call(routes.center.patients, {});
      expect(phones[0]?.phone, 'of the portal that runs').toMatch(/^\+30/);
      environment.ENCRYPTION_KEY = next;
      testApp.config.keySource = readConfig({ DATA_DIR: testApp.folder, ...environment }).keySource;
      await testApp.restart();
      if (next !== value) continue;
      const unnamed = await startRotation(testApp, environment).ended;
      expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('the next key must be given too') });
    }
    expect(await readKey(path)).toHaveLength(32);
    expect((await centerA.client.call(routes.center.patients, {}))[0]?.phone).toMatch(/^\+30/);
  });
});
