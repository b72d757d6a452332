import { routes } from '@medcloud/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runErasure } from '../../src/commands/run-erasure.ts';
import { examForm, requestConsentLink } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { racingConnections, startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields, openPart, send } from '../harness/tus.ts';
import { listStoredFiles, waitUntil } from '../harness/wait-until.ts';
import { indexExams } from '../imaging/index-exams.ts';

const problem = z.object({ code: z.string() });
const stored = z.object({ id: z.string() });
const silent = pino({ level: 'silent' });
const instancesShape = z.array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() }).loose()));

/** Decision 042: what another request does with a patient who is being erased. */
describe('an erasure beside other requests', () => {
  let testApp: TestAppWithFixtures;
  let patientId: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ connections: racingConnections });
    await indexExams(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    const body = { firstName: 'Ειρήνη', lastName: 'Νικολάου', gender: 'Female', dateOfBirth: '1970-01-01' } as const;
    ({ patientId } = await center().call(routes.center.registerPatient, { body: { ...body, phone: '+306955500321' } }));
  });

  const center = () => testApp.fixtures.centerA.client;
  const erase = (id = patientId) =>
    runErasure(
      testApp.config,
      { logins: loginsOf(testApp), isTestDatabase: true, logger: silent },
      { patientId: id, backupFolders: [], confirm: async () => id },
    );
  const uploadedExam = (file: Buffer) =>
    center()
      .raw('POST', routes.center.uploadExam.path, { body: examForm(patientId, file) })
      .then(async (response) => ({ examId: stored.parse(await response.json()).id }));
  const putDraft = (examId: string) =>
    center().json('PUT', `/api/exams/${examId}/annotations/draft`, { items: [] }, { headers: { 'if-match': '"0"' } });
  const setsOf = async (examId: string) =>
    (await testApp.superuser.query('SELECT 1 FROM annotation_sets WHERE exam_id = $1', [examId])).rowCount;
  const isWaiting = async (query: string) => {
    const { rows } = await testApp.superuser.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE $1`,
      [query],
    );
    return rows.length > 0;
  };
  const resultOf = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const examCount = async () =>
    (await testApp.superuser.query('SELECT count(*)::int AS count FROM exams')).rows[0]?.count;
  /** Runs the work of a request that is held by a lock of the session, erases the patient meanwhile, and lets it go on. */
  const eraseDuring = async <T>(request: () => Promise<T>): Promise<T> => {
    const blocker = await testApp.superuser.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT 1 FROM sessions FOR UPDATE');
      const result = request();
      await waitUntil(async () => {
        const { rows } = await testApp.superuser.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"sessions"%for share%'`,
        );
        return rows.length > 0;
      });
      await erase();
      await blocker.query('COMMIT');
      return await result;
    } finally {
      blocker.release();
    }
  };

  it('answers an upload in one request with 410, and stores nothing', async () => {
    const exams = await examCount();
    const files = await listStoredFiles(testApp.config.objectsFolder);
    const { file } = testApp.fixtures.centerA;
    const response = await eraseDuring(() =>
      center().raw('POST', routes.center.uploadExam.path, { body: examForm(patientId, file) }),
    );
    expect(await resultOf(response)).toEqual([410, 'patient_erased']);
    expect(await examCount()).toBe(exams);
    expect(await listStoredFiles(testApp.config.objectsFolder)).toEqual(files);
  });

  it('answers the last part of a resumable upload with 410, and stores no exam', async () => {
    const exams = await examCount();
    const { file } = testApp.fixtures.centerA;
    const path = await createUpload(center(), file.length, examFields(patientId));
    const response = await eraseDuring(() => send(center(), path, 0, file));
    expect(await resultOf(response)).toEqual([410, 'patient_erased']);
    expect(await examCount()).toBe(exams);
    expect(await resultOf(await send(center(), path, 0, file))).toEqual([404, 'not_found']);
  });

  it('answers a draft of annotations with 410, and stores none', async () => {
    const { examId } = await uploadedExam(testApp.fixtures.centerA.file);
    const blocker = await testApp.superuser.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(`SELECT pg_advisory_xact_lock(hashtextextended('medcloud erasure', 0))`);
      const erased = erase();
      await waitUntil(() => isWaiting('%erase_patient%'));
      const response = putDraft(examId);
      await waitUntil(() => isWaiting('%pg_advisory_xact_lock_shared%'));
      await blocker.query('COMMIT');
      await erased;
      expect(await resultOf(await response)).toEqual([410, 'patient_erased']);
    } finally {
      blocker.release();
    }
    expect(await setsOf(examId)).toBe(0);
  });

  it('waits for a draft that is being stored, and deletes it', async () => {
    const { examId } = await uploadedExam(testApp.fixtures.centerA.file);
    const blocker = await testApp.superuser.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(
        `INSERT INTO annotation_sets (id, exam_id, center_id, patient_id, author_user_id, wrapped_key, content_encrypted, item_count)
         SELECT gen_random_uuid(), e.id, e.center_id, e.patient_id, c.user_id, '\\x01', '\\x01', 1
         FROM exams e JOIN medical_centers c ON c.id = e.center_id WHERE e.id = $1`,
        [examId],
      );
      const response = putDraft(examId);
      await waitUntil(() => isWaiting('insert into "annotation_sets"%'));
      const erased = erase();
      await waitUntil(() => isWaiting('%erase_patient%'));
      await blocker.query('ROLLBACK');
      expect((await response).status).toBe(200);
      await erased;
    } finally {
      blocker.release();
    }
    expect(await setsOf(examId)).toBe(0);
  });

  it('answers a part that was being sent with a clear error, and later parts with 404', async () => {
    const path = await createUpload(center(), 10_000_000, examFields(patientId));
    const part = openPart(center(), path, 0, testApp.fixtures.centerA.file);
    await waitUntil(async () => {
      const { rows } = await testApp.superuser.query(`SELECT 1 FROM uploads WHERE holds > 0`);
      return rows.length > 0;
    });
    await erase();
    part.end(Buffer.alloc(0));
    expect(await part.status).toBe(423); // try again
    expect(await resultOf(await send(center(), path, 0, Buffer.alloc(1)))).toEqual([404, 'not_found']);
  });

  it('makes DICOMweb answer the center with 410 and doctors with 403', async () => {
    const { examId, patient } = testApp.fixtures.centerA;
    const found = await center().raw('GET', `/dicom-web/exams/${examId}/instances`);
    const [first] = instancesShape.parse(await found.json());
    const uid = (tag: string) => first?.[tag]?.Value?.[0];
    const study = `/dicom-web/exams/${examId}/studies/${uid('0020000D')}`;
    const series = `${study}/series/${uid('0020000E')}`;
    const paths = [
      `/dicom-web/exams/${examId}/instances`,
      ...[study, `${study}/metadata`, series, `${series}/metadata`, `${series}/instances/${uid('00080018')}`],
      `${series}/instances/${uid('00080018')}/frames/1`,
    ];
    await erase(patient.patientId);
    const answers = async (client: ReturnType<typeof center>) =>
      Promise.all(paths.map(async (path) => (await resultOf(await client.raw('GET', path))).join(' ')));
    expect(new Set(await answers(center()))).toEqual(new Set(['410 patient_erased']));
    expect(new Set(await answers(testApp.fixtures.doctors.consent.client))).toEqual(new Set(['403 access_revoked']));
    const search = await center().raw('GET', '/dicom-web/studies');
    expect([search.status, await search.text()]).toEqual([
      expect.any(Number),
      expect.not.stringContaining(`${uid('0020000D')}`),
    ]);
  });

  it('keeps the number of a request for another patient who shares it, until both are erased', async () => {
    const phone = '+306955500654';
    const people = ['Άννα', 'Μαρία'].map((firstName) =>
      center().call(routes.center.registerPatient, {
        body: { firstName, lastName: 'Βασιλείου', gender: 'Female', dateOfBirth: '1980-01-01', phone },
      }),
    );
    const [first, second] = (await Promise.all(people)).map((patient) => patient.patientId);
    await requestConsentLink(testApp, testApp.fixtures.doctors.noConsent, phone);
    const numbers = async () => {
      const { rows } = await testApp.superuser.query(
        `SELECT DISTINCT v.phone_sealed <> '' AS is_readable, v.phone_last3 FROM patient_access a
         JOIN access_requests r ON r.id = a.request_id JOIN otp_verifications v ON v.id = r.otp_id
         WHERE a.public_patient_id = ANY ($1)`,
        [[first, second]],
      );
      return rows;
    };
    await erase(first);
    expect(await numbers()).toEqual([{ is_readable: true, phone_last3: '654' }]);
    await erase(second);
    expect(await numbers()).toEqual([{ is_readable: false, phone_last3: '' }]);
  });
});
