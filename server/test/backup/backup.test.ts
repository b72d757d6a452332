import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type App, createApp } from '../../src/app/create-app.ts';
import { type RestoreResult, runBackup, runRestore } from '../../src/commands/backup-restore.ts';
import { checkBackup } from '../../src/domain/backup/open-backup.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { defaultKeyPath } from '../../src/platform/config/key-source.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';
import { saveKeyImage } from '../annotations/save-key-image.ts';
import { Client } from '../harness/client.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { requestConsentLink, uploadExam } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { openSuperuserPool } from '../harness/scoped-database.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { listStoredFiles } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';

/** A target of a restore. */
interface Installation {
  config: Config;
  logins: DatabaseLogins;
  superuser: pg.Pool;
}

describe('runBackup', () => {
  let testApp: TestAppWithFixtures;
  let folder: string;
  let into: string;
  const cleanups: (() => Promise<unknown>)[] = [];
  const logger = pino({ level: 'silent' });
  const overridesFor = (logins: DatabaseLogins) => ({ logins, isTestDatabase: true, logger });
  const createBackup = (to = into) => runBackup(testApp.config, overridesFor(loginsOf(testApp)), to);

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await indexExams(testApp);
    folder = await mkdtemp(join(tmpdir(), 'medcloud-backup-'));
    into = join(folder, 'backups');
  });
  afterAll(async () => {
    for (const close of cleanups.reverse()) await close();
    await testApp.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Creates a target without rows and files, with the master key in place. */
  async function createEmptyTarget(name: string, template = inject('cluster').template): Promise<Installation> {
    const database = await copyTemplate({ ...inject('cluster'), template });
    cleanups.push(() => database.drop());
    const config = readConfig({ DATA_DIR: join(folder, name), PORT: '0' });
    await cp(defaultKeyPath(testApp.config.dataDir), defaultKeyPath(config.dataDir), { recursive: true });
    const superuser = openSuperuserPool(database.connection);
    cleanups.push(() => superuser.end());
    return { config, logins: database.logins, superuser };
  }

  const restoreInto = (installation: Installation, from = into, backup?: string) =>
    runRestore(installation.config, overridesFor(installation.logins), {
      from,
      backup,
      writeLine: () => undefined,
    });

  async function startRestored(installation: Installation): Promise<App> {
    const app = await createApp(installation.config, {
      ...overridesFor(installation.logins),
      clock: testApp.clock,
      passwords: createFastHasher(),
      hasPages: false,
      jobs: quietJobs,
    });
    cleanups.push(() => app.close());
    return app;
  }

  it('copies rows and files of a running app, no master key and no encrypted data in plain text (T-ENC1)', async () => {
    const { manifest, copied, missing } = await createBackup();
    expect(missing).toEqual([]);
    expect(manifest.tables.find(({ name }) => name === 'public.exams')).toMatchObject({ rows: 2 });
    expect(manifest.objects).toMatchObject({ originals: 2, count: copied.count });
    const master = (await readFile(defaultKeyPath(testApp.config.dataDir), 'utf8')).trim();
    const backupText = await textOf(into);
    for (const secret of [master, '+306900000001', Buffer.from(master, 'base64').toString('hex')])
      expect(backupText).not.toContain(secret);
    const apart = await readdir(join(into, 'keys', manifest.id));
    const names = ['master_keys', 'patient_keys', 'retired_master_keys', 'service_keys'];
    expect(apart.toSorted()).toEqual(names.map((name) => `keys.${name}.copy.gz.age`));
  });

  it('copies only objects that the previous backup does not have', async () => {
    const again = await createBackup();
    expect(again.copied).toEqual({ count: 0, bytes: 0 });
    const { centerA } = testApp.fixtures;
    await uploadExam(centerA.client, centerA.patient.patientId, tinyDicom({ patientName: 'Νέα^Μαρία', seed: 77 }));
    const third = await createBackup();
    expect(third.copied.count).toBe(1);
    expect(third.manifest.objects.count).toBe(again.manifest.objects.count + 1);
  });

  describe('runRestore', () => {
    let app: App;
    let restored: RestoreResult;
    let installation: Installation;
    let consentToken: string;
    let setId: string;
    let resetCount: number;

    beforeAll(async () => {
      const { fixtures } = testApp;
      await fixtures.centerA.client.call(routes.account.makeApiToken, { body: { name: 'Weasis', days: 30 } });
      await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: fixtures.centerA.email } });
      consentToken = await requestConsentLink(testApp, fixtures.doctors.noConsent, '+306900000002');
      resetCount = 1;
      await testApp.superuser.query(
        `INSERT INTO factor_resets (id, user_id, asked_by, recognized_by, reason, cancel_hash, needs_confirmation)
         SELECT gen_random_uuid(), $1, id, 'video', 'lost', sha256('a token'), false FROM users WHERE role = 'admin'`,
        [fixtures.doctors.consent.userId],
      );
      ({ id: setId } = await saveKeyImage(fixtures.centerA.client, fixtures.centerA.examId, 1));
      await waitForJobs(testApp); // the mail's audit events must be written before the backup
      await createBackup();
      installation = await createEmptyTarget('restored', 'template0'); // an empty template
      restored = await restoreInto(installation);
      app = await startRestored(installation);
    });

    const rows = async (statement: string, from = installation.superuser) => (await from.query(statement)).rows;

    it('restores every row of every table unchanged', async () => {
      for (const table of [
        'patients',
        'exams',
        'users',
        'patient_access',
        'audit_events',
        'studies',
        'annotation_sets',
        'annotation_objects',
        'center_figures',
        'keys.patient_keys',
      ]) {
        const expectedRows = await rows(
          `SELECT * FROM ${table} t WHERE ${sameExpiry(table)} ORDER BY t::text`,
          testApp.superuser,
        );
        const found = await rows(`SELECT * FROM ${table} t WHERE ${sameExpiry(table)} ORDER BY t::text`);
        expect(
          found.filter((row) => !/^(backup_|start$|stop$)/.test(String(row.event))),
          table,
        ).toEqual(
          expectedRows.filter((row) => !/^(backup_|start$|stop$)/.test(String(row.event))).slice(0, found.length),
        );
      }
      expect(restored.verified).toMatchObject({ good: 3, bad: [] });
      expect(restored.missing).toEqual({ exams: 0, originals: [] });
      expect(await listStoredFiles(installation.config.objectsFolder)).toEqual(
        (await rows('SELECT id FROM exam_objects ORDER BY id::text')).map(({ id }) => id),
      );
    });

    it('continues each counter and keeps row-level security and triggers', async () => {
      const [{ number }] = await rows('SELECT max(number) AS number FROM medical_centers');
      const [{ next }] = await rows(`SELECT nextval(pg_get_serial_sequence('medical_centers', 'number')) AS next`);
      expect(Number(next)).toBe(Number(number) + 1);
      expect(await rows('SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity')).toEqual([]);
      expect(await rows(`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`)).toEqual([]);
    });

    it('lets users sign in and returns the exact bytes they uploaded (T-BK1)', async () => {
      const { centerA } = testApp.fixtures;
      const client = new Client(app.origin, installation.config);
      await client.signIn(routes.auth.centerLogin.path, { centerId: centerA.centerId, password: centerA.password });
      const response = await client.raw('GET', `/api/download/${centerA.examId}`);
      expect(Buffer.from(await response.arrayBuffer()).equals(centerA.file)).toBe(true);
      const keyImages = await client.raw('GET', `/api/exams/${centerA.examId}/annotations/${setId}/file?format=ko`);
      expect([keyImages.status, keyImages.headers.get('content-type')]).toEqual([200, 'application/dicom']);
      const [patient] = await client.call(routes.center.patients, {});
      expect(patient).toMatchObject({ phone: '+306900000001' });
      expect(await client.call(routes.center.examHistory, {})).toHaveLength(2);
    });

    it('rejects earlier sessions, tokens, codes and pending links, and keeps the links of grants (T-BK1)', async () => {
      const old = new Client(app.origin, installation.config);
      old.sessionId = testApp.fixtures.centerA.client.sessionId;
      expect((await old.raw('GET', '/api/medical-center/dashboard')).status).toBe(401);
      const lookUp = (accessToken: string) =>
        new Client(app.origin, installation.config).json('POST', '/api/patient-access/lookup', { accessToken });
      expect((await lookUp(consentToken)).status).toBe(404);
      const looked = await lookUp(testApp.fixtures.consentToken);
      expect(looked.status).toBe(200);
      expect(restored.expired).toMatchObject({
        tokens: 1,
        resets: resetCount,
        factorResets: 1,
        requests: 1,
        fiscalChecks: 1,
      });
      expect(await rows(`SELECT 1 FROM api_tokens WHERE revoked_at IS NULL`)).toEqual([]);
    });

    it('is recorded in the audit events and in the system log', async () => {
      expect(
        await rows(`SELECT details ->> 'backup' AS backup FROM audit_events WHERE event = 'backup_restored'`),
      ).toEqual([{ backup: restored.manifest.id }]);
      expect(await rows(`SELECT level FROM system_events WHERE code = 'backup-restored'`)).toEqual([
        { level: 'warning' },
      ]);
    });

    it('rejects a second restore with a message', async () => {
      await expect(restoreInto(installation)).rejects.toThrow(/holds the backup .* already/);
    });
  });

  it('rejects a database in use and another key on restore, before writing anything', async () => {
    const target = await createEmptyTarget('refused');
    await expect(
      runRestore(target.config, overridesFor(loginsOf(testApp)), { from: into, writeLine: () => undefined }),
    ).rejects.toThrow(/not empty/);
    await writeFile(defaultKeyPath(target.config.dataDir), `${Buffer.alloc(32, 1).toString('base64')}\n`);
    await expect(restoreInto(target)).rejects.toThrow(/another one.*fingerprint/);
    await expect(
      runRestore(target.config, {}, { from: join(folder, 'nowhere'), writeLine: () => undefined }),
    ).rejects.toThrow(/holds no whole backup/);
    await expect(runBackup(testApp.config, {}, join(testApp.config.dataDir, 'b'))).rejects.toThrow(/own data folder/);
  });

  it('detects damage on restore and leaves the database empty for the next attempt', async () => {
    const { manifest } = await createBackup();
    const copy = join(folder, 'damaged');
    await cp(into, copy, { recursive: true });
    const target = await createEmptyTarget('after-damage');
    const list = join(copy, manifest.id, 'rows', 'public.patients.copy.gz.age');
    await truncate(list, 40);
    await expect(restoreInto(target, copy)).rejects.toThrow(/public\.patients.*damaged/);
    await cp(join(into, manifest.id, 'rows', 'public.patients.copy.gz.age'), list);
    const [object = ''] = await storedPaths(join(copy, 'objects'));
    const bytes = await readFile(join(copy, 'objects', object));
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    await writeFile(join(copy, 'objects', object), bytes);
    await expect(restoreInto(target, copy)).rejects.toThrow(/file .* is damaged/);
    expect(await restoreInto(target)).toMatchObject({ verified: { bad: [] } });
  });

  it('deletes an incomplete backup at the next run and completes truncated files', async () => {
    const to = join(folder, 'cut');
    await createBackup(to);
    const [name = ''] = (await readdir(to)).filter((entry) => entry.startsWith('2'));
    await cp(join(to, name), join(to, '2020-01-01T00-00-00.000Z.part'), { recursive: true });
    const files = await storedPaths(join(to, 'objects'));
    const [one = '', other = ''] = files;
    await truncate(join(to, 'objects', one), 100);
    await rm(join(to, 'objects', other));
    const { copied, manifest } = await createBackup(to);
    expect(copied.count).toBe(2);
    expect((await readdir(to)).filter((entry) => entry.endsWith('.part'))).toEqual([]);
    await expect(checkBackup({ folder: to, manifest })).resolves.toBeUndefined();
    expect(await sizesOf(join(to, 'objects'))).toEqual(await sizesOf(join(into, 'objects')));
  });

  it('deletes a backup after 35 days with its keys', async () => {
    const to = join(folder, 'old');
    const { manifest } = await createBackup(to);
    const old = '2020-01-01T00-00-00.000Z';
    await cp(join(to, manifest.id), join(to, old), { recursive: true });
    await cp(join(to, 'keys', manifest.id), join(to, 'keys', old), { recursive: true });
    expect(await createBackup(to)).toMatchObject({ deleted: [old], copied: { count: 0 } });
    expect(await readdir(join(to, 'keys'))).not.toContain(old);
    expect(await sizesOf(join(to, 'objects'))).toEqual(await sizesOf(join(into, 'objects')));
    await expect(checkBackup({ folder: to, manifest })).resolves.toBeUndefined();
  });
});

/** SQL condition that leaves out rows that a restore changes by design. */
function sameExpiry(table: string): string {
  return table === 'patient_access' ? `status <> 'pending'` : 'true';
}

/** Lists the files of a folder with their sizes. */
async function sizesOf(folder: string): Promise<string[]> {
  const names = (await storedPaths(folder)).sort();
  return await Promise.all(names.map(async (path) => `${path} ${(await stat(join(folder, path))).size}`));
}

/** Lists stored objects by their file names, ids of 36 characters. */
const storedPaths = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((path) => path.length > 36);

/** Returns the content of all files of a folder, decompressed. */
async function textOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      return (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    });
  return (await Promise.all(texts)).join('\n');
}
