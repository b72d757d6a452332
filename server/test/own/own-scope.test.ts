import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../src/domain/authorization/scope.ts';
import { hashSecret } from '../../src/platform/crypto/hash-secret.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../matrix/row-level-security/application-database.ts';

const secret = 'the secret of the cookie';
const birthDate = '1950-05-17';

/** What a statement smuggled into a request for a patient's own pictures could read and change. */
describe('the scope of own pictures', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let token: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    token = testApp.fixtures.consentToken;
    await db.rows('UPDATE medical_centers SET own_viewing_days = 0');
    await db.rows(`UPDATE exams SET status = 'completed', scan_state = 'none'`);
    await db.rows(
      `INSERT INTO link_codes (id, token_hash, purpose, phone_index, session_hash, used_at, expires_at)
       VALUES ($1, $2, 'own', $3, $4, $5, app_now() + interval '1 year')`,
      [randomUUID(), hashSecret(token), Buffer.alloc(32, 7), hashSecret(secret), testApp.clock.now()],
    );
  });
  afterAll(() => testApp.close());

  const setPatient = (id: string | null) =>
    db.rows('UPDATE link_codes SET patient_id = $1 WHERE session_hash = $2', [id, hashSecret(secret)]);
  const tables = ['exams', 'exam_objects', 'series', 'keys.patient_keys', 'patients', 'medical_centers'];
  const countAll = async (scope = mint.own(secret)) =>
    await Promise.all(tables.map((table) => db.outcome(scope, `SELECT 1 FROM ${table}`)));
  const nothing = tables.map(() => 0);

  it('opens one person of the link, by the date of birth that the scope has', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const opened = async (patientId: string, dateOfBirth: string, key = secret) => {
      const scope = mint.own(key, { patientId, dateOfBirth });
      const left = await db.as(scope, async (client) => {
        const { rows } = await client.query('SELECT count_birth_date_try() AS left');
        await client.query('COMMIT');
        return rows[0]?.left;
      });
      return await db.as(scope, async (client) => {
        const { rows } = await client.query('SELECT patient FROM open_own_pictures()');
        return rows.map(({ patient }) => [patient, left]);
      });
    };
    const { patientId, id } = centerA.patient;
    expect(await countAll()).toEqual(nothing);
    expect(await opened(patientId, birthDate)).toEqual([[id, 2]]);
    expect(await opened(patientId, '1950-05-18')).toEqual([[null, 1]]);
    expect(await opened(centerB.patient.patientId, birthDate), 'not of the link').toEqual([[null, 0]]);
    expect(await opened(patientId, birthDate, token), 'an unknown secret').toEqual([]);
    expect(await opened(patientId, '1950-05-19'), 'no try is left').toEqual([]);
    await db.rows('UPDATE link_codes SET birth_date_attempts = 0 WHERE session_hash = $1', [hashSecret(secret)]);
    const plain = 'SELECT patient FROM open_own_pictures() WHERE patient IS NOT NULL';
    for (const scope of [mint.own(secret), mint.link(token), mint.overview(secret), mint.open()])
      expect(await db.outcome(scope, plain)).toBe(0);
  });

  it('reads only that patient’s exams that are shown, and changes nothing', async () => {
    const { centerA } = testApp.fixtures;
    await setPatient(centerA.patient.id);
    const own = mint.own(secret);
    const read = (statement: string) =>
      db.as(own, async (client) => (await client.query(statement)).rows.map(({ id }) => id));
    expect(await read('SELECT id FROM exams')).toEqual([centerA.examId]);
    expect(await read('SELECT id FROM patients')).toEqual([centerA.patient.id]);
    expect(await read('SELECT id FROM medical_centers')).toEqual([centerA.id]);
    expect(await read('SELECT patient_id AS id FROM keys.patient_keys')).toEqual([centerA.patient.id]);
    const { rows: others } = await testApp.superuser.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND relrowsecurity
         AND has_any_column_privilege('medcloud_app', c.oid, 'SELECT')`,
    );
    for (const { name } of others)
      if (!tables.includes(name)) expect(await db.outcome(own, `SELECT 1 FROM ${name}`), name).toBe(0);
    for (const statement of [
      `UPDATE exams SET status = 'completed'`,
      `UPDATE patients SET last_name = 'x'`,
      'UPDATE medical_centers SET own_viewing_days = 0',
      'UPDATE patient_access SET tell_looks = true',
      'UPDATE link_codes SET superseded_at = app_now()',
    ])
      expect(await db.outcome(own, statement), statement).toBe(0);
    for (const statement of [
      'UPDATE link_codes SET patient_id = NULL',
      'UPDATE link_codes SET birth_date_attempts = 0',
      'SELECT patient_id FROM link_codes',
      'SELECT tries FROM link_codes',
    ])
      expect(await db.outcome(own, statement), statement).toBe(insufficientPrivilege);
    // the secret of own pictures lists no grants
    expect(await db.outcome(mint.overview(secret), 'SELECT 1 FROM patient_access')).toBe(0);
  });

  it('writes only the events of own pictures, about that patient', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const write = `INSERT INTO audit_events
        (event, outcome, actor_kind, center_id, patient_id, purpose, address_block, details)
      VALUES ($1, 'success', 'patient', $2, $3, $4, '198.51.100.0/24', '{}')`;
    const own = mint.own(secret);
    const [place] = await db.rows(
      `SELECT a.id FROM patient_access a JOIN consent_links l ON l.request_id = a.request_id
       WHERE l.token_hash = $1 AND a.patient_id = $2`,
      [hashSecret(token), centerA.patient.id],
    );
    const [other] = await db.rows('SELECT id FROM patient_access WHERE id <> $1 LIMIT 1', [place?.id]);
    const about = [centerA.id, centerA.patient.id, place?.id];
    for (const event of ['own_exam_viewed', 'own_exam_downloaded', 'own_exam_download_ended']) {
      expect(await db.outcome(own, write, [event, ...about]), event).toBe(1);
      for (const wrong of [
        [centerB.id, centerA.patient.id, place?.id],
        [centerB.id, centerB.patient.id, place?.id],
        [centerA.id, centerA.patient.id, other?.id],
        [centerA.id, centerA.patient.id, null],
      ])
        expect(await db.outcome(own, write, [event, ...wrong]), event).toBe(insufficientPrivilege);
      for (const stranger of [mint.own('unknown'), mint.link(token), mint.overview(secret)])
        expect(await db.outcome(stranger, write, [event, ...about]), event).toBe(insufficientPrivilege);
    }
    expect(await db.outcome(own, write, ['exam_viewed', ...about])).toBe(insufficientPrivilege);
    // only the end of a download may follow the end of the session
    await db.rows(`UPDATE link_codes SET used_at = used_at - interval '31 minutes'`);
    expect(await db.outcome(own, write, ['own_exam_download_ended', ...about])).toBe(1);
    expect(await db.outcome(own, write, ['own_exam_downloaded', ...about])).toBe(insufficientPrivilege);
    await db.rows(`UPDATE link_codes SET used_at = used_at + interval '31 minutes'`);
  });

  it('shows no exam that is infected, waits for the scanner, is in doubt, processed or withdrawn, or too new', async () => {
    const own = mint.own(secret);
    const { examId, id } = testApp.fixtures.centerA;
    const shown = async (change: string) =>
      await db.as(null, async () => {
        await db.rows(`UPDATE exams SET ${change} WHERE id = $1`, [examId]);
        return [await db.outcome(own, 'SELECT 1 FROM exams'), await db.outcome(own, 'SELECT 1 FROM exam_objects')];
      });
    for (const [change, back] of [
      [
        `scan_state = 'infected', scan_findings = '\\x00'`,
        `status = 'completed', scan_state = 'none', scan_findings = NULL`,
      ],
      [`scan_state = 'waiting'`, `scan_state = 'none'`],
      [`status = 'needs-attention'`, `status = 'completed'`],
      [`status = 'withdrawn'`, `status = 'completed'`],
      [`status = 'processing'`, `status = 'completed'`],
      ['awaits_comparison = true', 'awaits_comparison = false'],
    ] as const) {
      expect(await shown(change), change).toEqual([0, 0]);
      expect((await shown(back))[0], back).toBe(1);
    }
    await db.rows('UPDATE medical_centers SET own_viewing_days = 30 WHERE id = $1', [id]);
    await db.rows('UPDATE exams SET uploaded_at = $1', [testApp.clock.now()]);
    expect(await db.outcome(own, 'SELECT 1 FROM exams')).toBe(0);
    await db.rows('UPDATE medical_centers SET own_viewing_days = 0 WHERE id = $1', [id]);
    expect(await db.outcome(own, 'SELECT 1 FROM exams')).toBe(1);
  });

  it('ends with its 30 minutes, its link, the record’s place on it, and the center’s permission', async () => {
    const { id } = testApp.fixtures.centerA;
    const ends = [
      [
        `link_codes SET used_at = used_at - interval '31 minutes'`,
        `link_codes SET used_at = used_at + interval '31 minutes'`,
      ],
      ['link_codes SET superseded_at = used_at', 'link_codes SET superseded_at = NULL'],
      ['consent_links SET ended_at = created_at', 'consent_links SET ended_at = NULL'],
      ['patient_access SET unlinked_at = expires_at', 'patient_access SET unlinked_at = NULL'],
      ['medical_centers SET own_viewing_days = NULL', 'medical_centers SET own_viewing_days = 0'],
    ] as const;
    for (const [end, back] of ends) {
      await db.rows(`UPDATE ${end}`);
      expect(await countAll(), end).toEqual(nothing);
      await db.rows(`UPDATE ${back}`);
      expect((await countAll())[0], back).toBe(1);
    }
    // nor may a doctor or another center's session change that permission
    expect(await db.outcome(await db.doctor(), 'UPDATE medical_centers SET own_viewing_days = 5')).toBe(0);
    const ofCenterA = await db.centerA();
    expect(await db.outcome(ofCenterA, 'UPDATE medical_centers SET own_viewing_days = 5')).toBe(1);
    expect(
      await db.outcome(await db.admin(), 'UPDATE medical_centers SET own_viewing_days = 5 WHERE id = $1', [id]),
    ).toBe(insufficientPrivilege);
  });
});
