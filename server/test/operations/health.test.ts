import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import type { SystemInfo } from '@medcloud/contract/shapes/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainBatch } from '../../src/domain/audit/chain/chain-batch.ts';
import { deriveChainKeys } from '../../src/domain/audit/chain/chain-keys.ts';
import { defaultKeyPath } from '../../src/platform/config/key-source.ts';
import { addPasskey } from '../factors/admin-passkey.ts';
import type { Client } from '../harness/client.ts';
import { createCenter, createDoctor, phoneA, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { adminLogin, startTestApp, type TestApp, type TestAppOptions } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';

const minute = 60_000;

const outboxFolder = ({ config }: TestApp) => join(config.dataDir, 'outbox');

describe('GET /api/admin/system-info', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  /** Requests new probe results: results of the last five seconds are reused. */
  const getSystemInfo = async (): Promise<SystemInfo> => {
    testApp.advanceClock(6_000);
    return await admin.call(routes.admin.systemInfo, {});
  };
  const probe = async (name: string) => (await getSystemInfo()).health.find((each) => each.name === name);
  const query = (text: string) => testApp.superuser.query(text);
  const chainEvents = async () => {
    while ((await chainBatch(testApp.app.context, deriveChainKeys(testApp.app.context.keys))) > 0);
  };

  it('reports a new installation as healthy, and warns that the key is beside the data', async () => {
    // The test app has no chain writer; events older than ten seconds would be late.
    await chainEvents();
    const { health } = await getSystemInfo();
    expect(health.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'database database-well',
      'api api-well',
      'authentication authentication-well',
      'storage storage-well',
      'queue queue-well',
      'sms sms-files',
      'mail mail-files',
      expect.stringMatching(/^disk disk-(well|low|full)$/),
      'keys keys-beside',
      'audit audit-well',
      'anchors anchors-optional',
      'scanner scanner-missing',
    ]);
    const [database] = health;
    expect(database).toMatchObject({ ok: true, detail: 'A test record was written, read and deleted.', state: 'ok' });
    expect(database?.tookMs).toBeGreaterThan(0);
  });

  it('leaves no rows or objects of its probes', async () => {
    const sessions = 'SELECT count(*) AS n FROM sessions UNION ALL SELECT count(*) FROM health_probes';
    const before = (await query(sessions)).rows;
    await getSystemInfo();
    expect((await query(sessions)).rows).toEqual(before);
    expect(await Array.fromAsync(testApp.app.context.objects.list())).toEqual([]);
  });

  it('reuses results for five seconds', async () => {
    const first = await getSystemInfo();
    const second = await admin.call(routes.admin.systemInfo, {});
    expect(second.checkedAt).toBe(first.checkedAt);
    expect((await getSystemInfo()).checkedAt).not.toBe(first.checkedAt);
  });

  it('counts stored files by the rows of the database', async () => {
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    const center = await createCenter(testApp, admin, plan);
    const file = tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: 7 });
    await uploadExam(center.client, center.patient.patientId, file);
    const { storage } = await getSystemInfo();
    expect(storage).toMatchObject({ type: 'Local Storage', isCloudStorage: false, fileCount: 2 });
    expect(storage.used).toBe(center.file.length + file.length);
    expect(storage.available).toBeGreaterThan(0);
  });

  it('reports a database that rejects writes', async () => {
    await query('ALTER TABLE health_probes RENAME TO health_probes_away');
    try {
      expect(await probe('database')).toMatchObject({
        ok: false,
        code: 'database-failed',
        params: { error: 'error 42P01' },
      });
    } finally {
      await query('ALTER TABLE health_probes_away RENAME TO health_probes');
    }
  });

  it('reports a store that rejects writes, together with the other probes', async () => {
    const { objectsFolder } = testApp.config;
    await rename(objectsFolder, `${objectsFolder}-away`);
    await writeFile(objectsFolder, 'not a folder');
    try {
      const { health, storage } = await getSystemInfo();
      expect(health.find(({ name }) => name === 'storage')).toMatchObject({ ok: false, code: 'storage-failed' });
      expect(health.find(({ name }) => name === 'database')).toMatchObject({ ok: true });
      expect(storage.fileCount).toBe(2);
    } finally {
      await rm(objectsFolder);
      await rename(`${objectsFolder}-away`, objectsFolder);
    }
    expect(await probe('storage')).toMatchObject({ ok: true });
  });

  it('reports an audit chain that is not extended or signed in time', async () => {
    testApp.advanceClock(11_000);
    expect(await probe('audit')).toMatchObject({ state: 'failed', ok: false, code: 'audit-late' });
    await chainEvents();
    expect(await probe('audit')).toMatchObject({ code: 'audit-well' });
    testApp.advanceClock(4 * minute);
    expect(await probe('audit')).toMatchObject({ state: 'failed', code: 'audit-unsigned' });
  });

  it('reports the delay of the queue and dead jobs', async () => {
    const job = (minutes: number, state: string, kind = 'send-sms') =>
      query(
        `INSERT INTO jobs (kind, payload, state, due_at) VALUES ('${kind}', '{}', '${state}', now() - interval '${minutes} minutes')`,
      );
    await testApp.app.context.queue.stop();
    // of a setting that was removed
    await job(20, 'waiting', 'every:stream-audit');
    expect(await probe('queue')).toMatchObject({ code: 'queue-well' });
    await job(1, 'dead');
    expect(await probe('queue')).toMatchObject({ state: 'warning', code: 'queue-dead', params: { dead: 1 } });
    await job(2, 'waiting');
    expect(await probe('queue')).toMatchObject({ state: 'warning', ok: true, code: 'queue-late' });
    await job(20, 'waiting');
    expect(await probe('queue')).toMatchObject({ state: 'failed', ok: false, code: 'queue-stuck' });
    await query(`DELETE FROM jobs WHERE kind = 'send-sms'`);
    expect(await probe('queue')).toMatchObject({ code: 'queue-well' });
  });

  it('reports an SMS outbox that cannot be written', async () => {
    const file = join(outboxFolder(testApp), 'sms.ndjson');
    await rm(file, { force: true });
    await mkdir(file, { recursive: true });
    expect(await probe('sms')).toMatchObject({
      ok: false,
      code: 'sms-failed',
      params: { error: 'GatewayError eisdir' },
    });
    await rm(file, { recursive: true });
    expect(await probe('sms')).toMatchObject({
      ok: true,
      code: 'sms-files',
      params: { where: outboxFolder(testApp) },
    });
  });

  it.skipIf(process.platform === 'win32')('reports a key that others can read, and a missing key', async () => {
    const path = defaultKeyPath(testApp.config.dataDir);
    await chmod(path, 0o644);
    expect(await probe('keys')).toMatchObject({ ok: false, code: 'keys-open', params: { where: path } });
    await rename(path, `${path}.away`);
    expect(await probe('keys')).toMatchObject({ ok: false, code: 'keys-missing' });
    await rename(`${path}.away`, path);
    await chmod(path, 0o600);
    expect(await probe('keys')).toMatchObject({ ok: true, state: 'warning', code: 'keys-beside' });
  });

  it('reports requests that failed with 500', async () => {
    await query('ALTER TABLE doctors RENAME TO doctors_away');
    try {
      await expect(admin.call(routes.admin.pendingDoctors, {})).rejects.toMatchObject({ status: 500 });
    } finally {
      await query('ALTER TABLE doctors_away RENAME TO doctors');
    }
    expect(await probe('api')).toMatchObject({ state: 'warning', code: 'api-failing', params: { failures: 1 } });
  });
});

describe('health probes', () => {
  const testApps: TestApp[] = [];
  afterAll(() => Promise.all(testApps.map((testApp) => testApp.close())));
  const openApp = async (options: TestAppOptions) => {
    const testApp = await startTestApp(options);
    testApps.push(testApp);
    return { testApp, admin: await signInAdmin(testApp) };
  };
  const codesOf = ({ health }: SystemInfo) =>
    Object.fromEntries(health.map(({ name, code, ok }) => [name, { code, ok }]));

  it('reports a password check that accepts any password', async () => {
    const passwords = { hash: async () => 'hash', matches: async () => true, hashLike: async () => 'hash' };
    const { admin } = await openApp({ overrides: { passwords } });
    const found = codesOf(await admin.call(routes.admin.systemInfo, {}));
    expect(found.authentication).toEqual({ code: 'authentication-failed', ok: false });
  });

  it('fails on https while the key is in the data folder, beside the database', async () => {
    const environment = { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' };
    const { admin } = await openApp({ environment });
    expect(codesOf(await admin.call(routes.admin.systemInfo, {})).keys).toEqual({
      code: 'keys-beside-https',
      ok: false,
    });
  });

  it('fails if the settings name another key than the database, as after a rotation', async () => {
    const { admin, testApp } = await openApp({
      environment: { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    await testApp.superuser.query(`UPDATE keys.master_keys SET fingerprint = repeat('0', 32)`);
    expect(codesOf(await admin.call(routes.admin.systemInfo, {})).keys).toEqual({ code: 'keys-replaced', ok: false });
  });

  it('fails on https while SMS are written to files, and warns of administrators without a second factor', async () => {
    const environment = {
      PUBLIC_URL: 'https://portal.example.gr',
      TRUSTED_PROXIES: '127.0.0.0/8',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const { testApp, admin } = await openApp({ environment });
    const doctor = await createDoctor(testApp, admin, 'health');
    const colleague = randomUUID();
    await testApp.superuser.query(
      `INSERT INTO users (id, email, password_hash, role) VALUES ($1, 'colleague@example.gr', 'none', 'admin')`,
      [colleague],
    );
    const info = await admin.call(routes.admin.systemInfo, {});
    expect(codesOf(info)).toMatchObject({
      sms: { code: 'sms-nobody', ok: false },
      mail: { code: 'mail-nobody', ok: true },
      keys: { code: 'keys-apart', ok: true },
      anchors: { code: 'anchors-missing', ok: false },
      billing: { code: 'billing-off', ok: false },
      'second-factor': { code: 'second-factor-missing', ok: true },
    });
    expect(info.health.find(({ name }) => name === 'second-factor')?.params).toEqual({
      count: 1,
      doctors: 1,
      protected: 0,
    });
    await testApp.superuser.query('UPDATE users SET closed_at = now() WHERE id = $1', [colleague]);
    await addPasskey(doctor.client);
    testApp.advanceClock(6_000); // results of the last five seconds are reused
    const { health } = await admin.call(routes.admin.systemInfo, {});
    expect(health.find(({ name }) => name === 'second-factor')).toMatchObject({
      ...{ code: 'second-factor-well', ok: true },
      params: { doctors: 1, protected: 1 },
    });
    const logged = async () =>
      (await admin.call(routes.admin.systemLogs, { query: { source: 'sms' } })).map(({ code }) => code);
    await expect.poll(logged).toEqual(['sms-reach-nobody']);
  });

  it('fails while passkeys of another PASSKEY_DOMAIN exist, and says which', async () => {
    const domain = { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' };
    const { testApp, admin } = await openApp({ environment: domain });
    const find = async () => {
      testApp.advanceClock(6_000); // results of the last five seconds are reused
      const { health } = await admin.call(routes.admin.systemInfo, {});
      return health.find(({ name }) => name === 'second-factor');
    };
    expect(await find()).toMatchObject({ code: 'second-factor-well' });
    await testApp.superuser.query(`UPDATE passkeys SET domain = 'old.example.gr'`);
    expect(await find()).toMatchObject({
      code: 'passkeys-elsewhere',
      ok: false,
      params: { count: 1, other: 'old.example.gr', domain: 'portal.example.gr' },
    });
  });

  it('stores the last day by hour, and logs once when a probe fails and once when it recovers', async () => {
    const { testApp, admin } = await openApp({ overrides: { jobs: { ...quietJobs, healthEveryMs: 5 * minute } } });
    const { objectsFolder } = testApp.config;
    const hours = async () => {
      const { health } = await admin.call(routes.admin.systemInfo, {});
      return health.find(({ name }) => name === 'storage')?.hours ?? [];
    };
    const countChecks = async () => (await hours()).reduce((sum, { checks }) => sum + checks, 0);
    const expectChecks = (count: number) => expect.poll(countChecks).toBe(count);
    const advanceToCheck = async (count: number) => {
      await waitForJobs(testApp); // the next run is scheduled from the end of the last
      testApp.advanceClock(5 * minute + 1_000);
      await expectChecks(count);
    };
    await expectChecks(1);
    await rename(objectsFolder, `${objectsFolder}-away`);
    await writeFile(objectsFolder, 'not a folder');
    await advanceToCheck(2);
    await advanceToCheck(3);
    await rm(objectsFolder);
    await rename(`${objectsFolder}-away`, objectsFolder);
    await advanceToCheck(4);
    expect((await hours()).reduce((sum, { failures }) => sum + failures, 0)).toBe(2);
    const entries = await admin.call(routes.admin.systemLogs, { query: { source: 'health', search: 'file storage' } });
    expect(entries.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'health-well: Resolved. File storage: A test file was written, read, compared and deleted.',
      'health-failed: File storage: The test file could not be written and read: the storage failed.',
    ]);
    await waitForJobs(testApp);
    testApp.advanceClock(49 * 60 * minute);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
    await expectChecks(1);
    const { rows } = await testApp.superuser.query(
      `SELECT sum(checks) AS checks FROM health_hours WHERE name = 'storage'`,
    );
    expect(rows).toEqual([{ checks: 1 }]);
  });
});
