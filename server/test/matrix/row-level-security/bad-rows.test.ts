import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchAlarms } from '../../../src/domain/alarms/watch-alarms.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { Client } from '../../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** What a row that a smuggled statement writes in its own scope could do to the lists and jobs of others. */
describe('a row that a statement wrote', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const statusOf = async (client: Client, paths: readonly string[]) => {
    const failed: string[] = [];
    for (const path of paths) {
      const response = await client.raw('GET', path);
      if (response.status !== 200) failed.push(`${response.status} ${path}: ${(await response.text()).slice(0, 200)}`);
    }
    return failed;
  };

  it('is no alarm of another time or with texts of its choice', async () => {
    const doctor = await db.doctor();
    const { noConsent } = testApp.fixtures.doctors;
    const raise = (more: Partial<Record<string, string>>) =>
      db.outcome(
        doctor,
        `INSERT INTO alarms (id, kind, subject, doctor_id ${Object.keys(more)
          .map((name) => `, ${name}`)
          .join('')})
         VALUES (gen_random_uuid(), 'many_downloads', $1, $2 ${Object.values(more)
           .map((value) => `, ${value}`)
           .join('')})`,
        [`doctor:${noConsent.id}`, noConsent.id],
      );
    expect(await raise({})).toBe(1);
    for (const more of [
      { raised_at: `'-infinity'` },
      { raised_at: `app_now() - interval '1 day'` },
      { count: '7' },
      { network: `'evil.example'` },
      { browser: `repeat('x', 100000)` },
      { system: `'call +30 900'` },
    ])
      expect(await raise(more), JSON.stringify(more)).toBe(insufficientPrivilege);
  });

  it('stops no list of the audit log, whatever its details say', async () => {
    const { doctors, centerA, admin, consentToken } = testApp.fixtures;
    const { consent } = doctors;
    const [grant] = await db.rows(`SELECT id FROM patient_access WHERE doctor_id = $1 AND status = 'granted' LIMIT 1`, [
      consent.id,
    ]);
    const details = [
      '{"n": 1e400}',
      '{"n": -1e308}',
      '[1,[2,[3]]]',
      '"x"',
      '7',
      'null',
      '{"images": {"a": []}}',
      '{"browser": {}, "code": [{}], "exams": "x"}',
      '{"__proto__": {"a": 1}, "constructor": [[null]], "": true}',
      '{"before": {"status": {}}, "after": [null, {}]}',
      '{"frames": "x", "complete": 7, "bytes": 1e300}',
    ];
    const events = [
      'exam_viewed',
      'exam_downloaded',
      'exam_viewing_ended',
      'exam_download_ended',
      'exams_listed',
      'denied',
      'login',
      'consent_granted',
      'patient_changed',
      'exam_moved',
      'annotation_exported',
      'no_such_event',
    ];
    const insert = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, doctor_id, center_id, patient_id, purpose, object_kind, object_id, exam_type, request_id, details)
      VALUES ($1, 'success', 'doctor', $2, $3, $4, $5, $6, 'exam', $7, $8, 'r', $9::jsonb)`;
    for (const event of events)
      for (const each of details)
        for (const object of [centerA.examId, 'not-an-id'])
          await db
            .rows(insert, [
              event,
              consent.userId,
              consent.id,
              centerA.id,
              centerA.patient.id,
              grant?.id,
              object,
              'x'.repeat(50),
              each,
            ])
            .catch((error) => {
              if (object === centerA.examId) throw error;
            });
    const today = testApp.clock.now().toISOString().slice(0, 10);
    const period = `from=${today}&to=${today}`;
    const subject = (name: string) => encodeURIComponent(name);
    const report = `subject=${subject(`patient:${centerA.patient.patientId}`)}&${period}`;
    const failures = [
      ...(await statusOf(admin, [
        '/api/admin/audit?limit=200',
        '/api/admin/audit/export',
        '/api/admin/dashboard',
        `/api/admin/access-report?${report}`,
        `/api/admin/access-report/export?format=csv&${report}`,
      ])),
      ...(await statusOf(centerA.client, [
        `/api/medical-center/access-report?${report}`,
        `/api/medical-center/access-report/export?format=pdf&${report}`,
        `/api/medical-center/patients/${centerA.patient.patientId}/access-log`,
        '/api/medical-center/dashboard',
      ])),
      ...(await statusOf(consent.client, ['/api/doctor/dashboard', '/api/doctor/worklist', '/api/auth/sessions'])),
    ];
    expect(failures).toEqual([]);
    const lookup = await testApp.anonymous.json('POST', '/api/patient-access/lookup', { accessToken: consentToken });
    expect(lookup.status).toBe(200);
    await watchAlarms(testApp.app.context);
  });

  it('is no entry of the system log that its page cannot show', async () => {
    const insert = (at: string) =>
      `INSERT INTO system_events (id, at, level, source, code, params, message, search_text)
       VALUES (gen_random_uuid(), ${at}, 'info', 'portal', 'started', '{"a": {"b": [1]}}', 'x', 'x')`;
    for (const scope of [null, await db.centerA(), mint.system('log')])
      for (const at of [`'infinity'`, `'-infinity'`, `'9999-01-01'`])
        expect(await db.outcome(scope, insert(at))).toBe(insufficientPrivilege);
    await db.rows(insert('now()'));
    expect(await statusOf(testApp.fixtures.admin, ['/api/admin/system-logs'])).toEqual([]);
  });

  it('is no job that runs before others, is large, is tried for ever, or takes the place of another', async () => {
    const add = (kind: string, payload: string, key: string, due = 'NULL', attempts = '1') =>
      `SELECT add_job('${kind}', '${payload}', ${key}, ${due}, ${attempts})`;
    const center = await db.centerA();
    for (const job of [
      add('every:watch-alarms', 'null', 'NULL'),
      add('every:seal-audit', 'null', 'NULL', `'-infinity'`),
      add('send-mail', JSON.stringify({ id: 'x'.repeat(10_000) }), 'NULL'),
    ])
      expect(await db.outcome(center, job), job).toBe(insufficientPrivilege);
    for (const attempts of ['2147483647', '11', '0', '-1', 'NULL']) {
      const job = add('index-exam', '[]', 'NULL', 'NULL', attempts);
      expect(await db.outcome(mint.open(), job), attempts).toBe(insufficientPrivilege);
    }
    await db.rows(add('no-such-kind', '{"examId": "other"}', `'k'`, `'infinity'`));
    await db.rows(add('no-such-kind', '{"examId": "k"}', `'k'`, `'-infinity'`));
    await db.rows(add('no-such-kind', '{"examId": "other"}', `'k'`, `'infinity'`, '10'));
    await db.rows(add('no-such-kind', '{"examId": "other"}', `'k'`, `'-infinity'`));
    const jobs = await db.rows(
      `SELECT payload->>'examId' AS exam, max_attempts AS attempts, due_at > now() - interval '1 minute' AND due_at <= now() AS "isDue"
       FROM jobs WHERE kind = 'no-such-kind' ORDER BY id`,
    );
    expect(jobs).toEqual([
      { exam: 'other', attempts: 10, isDue: true },
      { exam: 'k', attempts: 1, isDue: true },
    ]);
    await db.rows(`DELETE FROM jobs WHERE kind = 'no-such-kind'`);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a center',
      `UPDATE medical_centers SET last_activity_at = 'infinity' WHERE id = $1`,
      ['/api/admin/medical-centers', '/api/admin/medical-centers-detailed', '/api/admin/users', '/api/admin/dashboard'],
    ],
  ])('of %s has no time that stops lists of others', async (_, statement, paths) => {
    await db.rows(statement, [testApp.fixtures.centerA.id]);
    expect(await statusOf(testApp.fixtures.admin, paths)).toEqual([]);
  });

  it('of one exam stops no list with exams of others', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const changes = [`exam_date = 'infinity'`, `status_reason = '["x"]'`, `changed_at = '-infinity'`];
    for (const change of changes) {
      await db.rows(`UPDATE exams SET ${change} WHERE id = $1`, [centerA.examId]);
      const paths = ['/api/doctor/dashboard', '/api/doctor/worklist', '/api/doctor/accessible-patients'];
      expect(await statusOf(doctors.consent.client, paths), change).toEqual([]);
    }
  });

  it('of an event remembers no exam as opened that its patient does not have', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const { consent } = doctors;
    const view = (patient: string | null, center: string | null, exam: string) =>
      db.as(scope, async (client) => {
        const insert = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, doctor_id, patient_id, center_id, object_kind, object_id, details)
          VALUES ('exam_viewed', 'success', 'doctor', $1, $2, $3, $4, 'exam', $5, '{}')`;
        await client.query(insert, [consent.userId, consent.id, patient, center, exam]);
        const seen = await client.query('SELECT 1 FROM doctor_exam_views WHERE exam_id = $1', [exam]);
        return seen.rowCount;
      });
    const scope = await db.doctor(consent);
    expect(await view(centerA.patient.id, centerA.id, centerA.examId)).toBe(1);
    expect(await view(centerA.patient.id, centerA.id, centerB.examId)).toBe(0);
    expect(await view(null, null, centerB.examId)).toBe(0);
  });
});
