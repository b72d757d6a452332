import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { createApp } from '../../src/app/create-app.ts';
import { runBackup, runRestore } from '../../src/commands/backup-restore.ts';
import { runErasure } from '../../src/commands/run-erasure.ts';
import { erasureListName } from '../../src/domain/erasure/erasure-list.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { examForm, requestConsentLink } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { openSuperuserPool } from '../harness/scoped-database.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { listStoredFiles } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';

const problem = z.object({ code: z.string() });
const silent = pino({ level: 'silent' });

/** Returns all rows of all tables as text, as a superuser reads them. */
async function dump(superuser: pg.Pool): Promise<string> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'keys')`,
  );
  const texts = tables.map(async ({ name }) => (await superuser.query(`SELECT t::text AS row FROM ${name} t`)).rows);
  return (await Promise.all(texts))
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

describe('runErasure', () => {
  let testApp: TestAppWithFixtures;
  let backups: string;
  let secrets: string[];
  let files: string[];
  const overrides = () => ({ logins: loginsOf(testApp), isTestDatabase: true, logger: silent });
  const patientId = () => testApp.fixtures.centerA.patient.patientId;
  const center = () => testApp.fixtures.centerA.client;
  const confirm = async () => patientId();

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await indexExams(testApp);
    await requestConsentLink(testApp, testApp.fixtures.doctors.noConsent, '+306900000001');
    await center().call(routes.center.changePatient, {
      params: { patientId: patientId() },
      body: { phone: '+306955500778' },
    });
    await requestConsentLink(testApp, testApp.fixtures.doctors.noConsent, '+306955500778');
    await testApp.superuser.query(`UPDATE exams SET file_name = 'ZACHAROPLASTI_CT.dcm' WHERE id = $1`, [
      testApp.fixtures.centerA.examId,
    ]);
    await center().call(routes.center.changePatient, {
      params: { patientId: patientId() },
      body: {
        ...{ firstName: 'Ευφροσύνη', lastName: 'Ζαχαροπλάστη', address: 'Ερμού 1', amka: '17055012342' },
        ...{ dateOfBirth: '1950-05-17', gender: 'Female', email: 'efrosyni@example.gr', language: 'el' },
      },
    });
    backups = await mkdtemp(join(tmpdir(), 'medcloud-forget-'));
    await runBackup(testApp.config, overrides(), backups);
    const { rows } = await testApp.superuser.query<{ secrets: string[] }>(
      `SELECT ARRAY[first_name, last_name, split_part(name_key, '|', 1), encode(phone_index, 'hex'), encode(phone_sealed, 'hex'),
         encode(amka_sealed, 'hex'), encode(amka_index, 'hex'), encode(k.wrapped_key, 'hex')] AS secrets
       FROM patients p JOIN keys.patient_keys k ON k.patient_id = p.id WHERE p.patient_id = $1`,
      [patientId()],
    );
    const { rows: objects } = await testApp.superuser.query<{ id: string; sha256: string; name: string }>(
      `SELECT o.id, encode(e.sha256, 'hex') AS sha256, e.file_name AS name FROM exam_objects o JOIN exams e ON e.id = o.exam_id WHERE e.id = $1`,
      [testApp.fixtures.centerA.examId],
    );
    const { rows: numbers } = await testApp.superuser.query<{ index: string; sealed: string }>(
      `SELECT DISTINCT encode(v.phone_index, 'hex') AS index, encode(v.phone_sealed, 'hex') AS sealed
       FROM otp_verifications v JOIN access_requests r ON r.otp_id = v.id JOIN patient_access a ON a.request_id = r.id
       WHERE a.public_patient_id = $1`,
      [patientId()],
    );
    expect(new Set(numbers.map(({ index }) => index)).size).toBe(2); // the changed number too
    secrets = [...(rows[0]?.secrets ?? []), ...objects.map(({ name }) => name)].filter(Boolean);
    secrets.push(...numbers.flatMap(({ index, sealed }) => [index, sealed]));
    files = objects.map(({ id }) => id);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(backups, { recursive: true, force: true });
  });

  it('asks for the number of the patient, and changes nothing without it', async () => {
    const before = await dump(testApp.superuser);
    const run = (id: string, typed: string) =>
      runErasure(testApp.config, overrides(), { patientId: id, backupFolders: [], confirm: async () => typed });
    await expect(run(patientId(), 'P-')).rejects.toThrow('That is not the number of the patient.');
    await expect(run('P-0000000000', 'P-0000000000')).rejects.toThrow(/No patient has the number/);
    await expect(
      runErasure(testApp.config, overrides(), { patientId: patientId(), backupFolders: ['/nowhere'], confirm }),
    ).rejects.toThrow(/is no folder/);
    expect(secrets.filter((secret) => !before.includes(secret))).toEqual([]);
  });

  /** The patient's row, each column as text. */
  const patientRow = async (): Promise<Record<string, string | null>> => {
    const { rows } = await testApp.superuser.query<{ row: Record<string, string | null> }>(
      `SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(p))) AS row FROM patients p WHERE patient_id = $1`,
      [patientId()],
    );
    return rows[0]?.row ?? {};
  };

  it('leaves nothing of name, phone, AMKA, exams and key, in rows and files (T-ENC4)', async () => {
    expect(secrets.length).toBeGreaterThan(7);
    expect(await listStoredFiles(testApp.config.objectsFolder)).toEqual(expect.arrayContaining(files));
    const filled = await patientRow();
    const erasure = await runErasure(testApp.config, overrides(), {
      patientId: patientId(),
      backupFolders: [backups],
      confirm,
    });
    expect(erasure.files).toBe(files.length);
    const after = await dump(testApp.superuser);
    expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
    const { rows: digits } = await testApp.superuser.query(
      `SELECT DISTINCT r.phone_last3 AS asked, v.phone_last3 AS sent FROM patient_access a
       JOIN access_requests r ON r.id = a.request_id JOIN otp_verifications v ON v.id = r.otp_id
       WHERE a.public_patient_id = $1`,
      [patientId()],
    );
    expect(digits).toEqual([{ asked: '', sent: '' }]);
    const stored = await listStoredFiles(testApp.config.objectsFolder);
    expect(files.filter((id) => stored.includes(id))).toEqual([]);
    const unchanged = Object.entries(await patientRow()).filter(([name, value]) => value === filled[name]);
    expect(unchanged.map(([name]) => name).sort(), 'columns that erasing keeps').toEqual([
      'center_id',
      'created_at',
      'id',
      'patient_id',
      'registered_by',
    ]);
    const { rows } = await testApp.superuser.query(`SELECT details FROM audit_events WHERE event = 'patient_erased'`);
    expect(rows).toEqual([{ details: { files: files.length, cause: 'command' } }]);
  });

  it('shows the center an erased patient, whom no search by name finds, and refuses the rest', async () => {
    const [patient, ...others] = await center().call(routes.center.patients, {});
    expect(others).toEqual([]);
    expect(patient).toMatchObject({ patientId: patientId(), firstName: '', lastName: '', examCount: 0 });
    expect(patient?.erasedAt).toEqual(expect.any(String));
    for (const search of ['Ζαχαροπλάστη', 'zacharoplasti', '+306900000001'])
      expect(await center().call(routes.center.patients, { query: { search } })).toEqual([]);
    expect(await center().call(routes.center.examHistory, {})).toEqual([]);
    const params = { patientId: patientId() };
    expect((await center().call(routes.center.patientDetails, { params })).patient.erasedAt).toBe(patient?.erasedAt);
    const erased = { status: 410, code: 'patient_erased' };
    const statusOf = async (response: Response) => ({
      status: response.status,
      code: problem.parse(await response.json()).code,
    });
    const { examId, file } = testApp.fixtures.centerA;
    expect(await statusOf(await center().raw('GET', `/api/download/${examId}`))).toEqual(erased);
    const upload = await center().raw('POST', routes.center.uploadExam.path, { body: examForm(patientId(), file) });
    expect(await statusOf(upload)).toEqual(erased);
    await expect(
      center().call(routes.center.changePatient, { params, body: { lastName: 'Νέα' } }),
    ).rejects.toMatchObject(erased);
    expect(await center().call(routes.center.revealAmka, { params })).toEqual({ amka: null });
  });

  it('ends the grants of doctors', async () => {
    const doctor = testApp.fixtures.doctors.consent.client;
    expect(await doctor.call(routes.doctor.accessiblePatients, {})).toEqual([]);
    const response = await doctor.raw('GET', `/api/download/${testApp.fixtures.centerA.examId}`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'access_revoked' });
  });

  it('can run again', async () => {
    const run = { patientId: patientId(), backupFolders: [backups], confirm };
    expect(await runErasure(testApp.config, overrides(), run)).toMatchObject({ files: 0 });
    const list = await readFile(join(backups, erasureListName), 'utf8');
    expect(list.split('\n').filter(Boolean)).toHaveLength(1);
  });

  it('erases the patient again when an older backup is restored, and ignores lines that we did not sign', async () => {
    const other = testApp.fixtures.centerB.patient;
    const { rows } = await testApp.superuser.query('SELECT id FROM patients WHERE patient_id = $1', [other.patientId]);
    const path = join(backups, erasureListName);
    const list = await readFile(path, 'utf8');
    const [line = ''] = list.split('\n').filter(Boolean);
    await writeFile(path, `${list}${JSON.stringify({ ...JSON.parse(line), patient: rows[0].id })}\nnonsense\n`);
    const target = await copyTemplate(inject('cluster'));
    const superuser = openSuperuserPool(target.connection);
    const folder = await mkdtemp(join(tmpdir(), 'medcloud-forgotten-'));
    try {
      const config = { ...readConfig({ DATA_DIR: folder, PORT: '0' }), keySource: testApp.config.keySource };
      const parts = { ...overrides(), logins: target.logins };
      const restored = await runRestore(config, parts, { from: backups, writeLine: () => undefined });
      expect(restored.verified).toMatchObject({ good: 1, bad: [] });
      const after = await dump(superuser);
      expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
      const { rows: erased } = await superuser.query('SELECT patient_id FROM patients WHERE erased_at IS NOT NULL');
      expect(erased).toEqual([{ patient_id: patientId() }]);
      const app = await createApp(config, {
        ...parts,
        clock: testApp.clock,
        passwords: createFastHasher(),
        hasPages: false,
        jobs: quietJobs,
      });
      await app.close();
      const events = await superuser.query(`SELECT details FROM audit_events WHERE event = 'patient_erased'`);
      expect(events.rows).toMatchObject([{ details: { cause: 'restore' } }]);
    } finally {
      await superuser.end();
      await target.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
