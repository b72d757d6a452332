import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionReference } from '../../../src/domain/audit/record/entry.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege, resetRequest } from './application-database.ts';

/** An audit event names its writer: a scope writes no event of another. */
describe('the writer of an audit event', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  it('without an account writes only what a caller without a session can do, about no center or patient', async () => {
    const { centerA, centerB, consentToken, doctors } = testApp.fixtures;
    const b = await db.userOf(centerB);
    const scopes: Record<string, RowScope | null> = {
      none: null,
      'sign-in': mint.signIn({ centerId: centerB.centerId }),
      link: mint.link(consentToken),
      'unknown link': mint.link('no token'),
      log: mint.system('log'),
      'reset-request': resetRequest(centerB.email),
      signup: mint.system('signup'),
      support: mint.system('support'),
      sweep: mint.system('sweep'),
    };
    const writers = async (event: string, outcome: string, actor: string, columns: Record<string, string> = {}) => {
      const insert = `INSERT INTO audit_events (${['event', 'outcome', 'actor_kind', 'details', ...Object.keys(columns)].join()})
        SELECT $1, $2, $3, '{}' ${Object.keys(columns)
          .map((_, index) => `, $${index + 4}`)
          .join('')}`;
      const values = [event, outcome, actor, ...Object.values(columns)];
      const allowed: string[] = [];
      for (const [name, scope] of Object.entries(scopes)) {
        const done = await db.outcome(scope, insert, values);
        expect([1, insufficientPrivilege], `${name}: ${event}`).toContain(done);
        if (done === 1) allowed.push(name);
      }
      return allowed;
    };
    const foreign = { person_id: b, center_id: centerB.id, object_kind: 'exam', object_id: centerB.examId };
    for (const event of ['exam_downloaded', 'exam_viewed', 'amka_revealed', 'login', 'denied', 'consent_granted'])
      for (const actor of ['nobody', 'patient', 'center'])
        expect(await writers(event, 'success', actor, foreign), `${event} of ${actor}`).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { person_id: b })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { center_id: centerB.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { patient_id: centerB.patient.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { doctor_id: doctors.consent.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { object_kind: 'exam', object_id: centerB.examId })).toEqual([
      'log',
    ]);
    expect(await writers('login', 'failure', 'nobody', { person_id: b })).toEqual(['log']);
    expect(await writers('password_reset_requested', 'success', 'nobody', { person_id: b })).toEqual(['reset-request']);
    const other = { person_id: doctors.consent.userId };
    expect(await writers('password_reset_requested', 'success', 'nobody', other)).toEqual([]);
    expect(await writers('password_reset', 'success', 'nobody', { person_id: b })).toEqual([]);
    expect(await writers('account_created', 'success', 'nobody')).toEqual(['signup']);
    expect(await writers('support_message_received', 'success', 'nobody')).toEqual(['support']);
    expect(await writers('consent_shown', 'success', 'patient')).toEqual(['link']);
    const own = { center_id: centerA.id, patient_id: centerA.patient.id };
    expect(await writers('consent_granted', 'success', 'patient', own)).toEqual(['link']);
    expect(await writers('consent_granted', 'success', 'patient', { ...own, patient_id: centerB.patient.id })).toEqual(
      [],
    );
    const consent = `SELECT id FROM patient_access WHERE center_id = $1 AND status = 'granted' ORDER BY granted_at`;
    const [grant] = await db.rows(consent, [centerA.id]);
    expect(await writers('consent_granted', 'success', 'patient', { ...own, purpose: String(grant?.id) })).toEqual([
      'link',
    ]);
    expect(await writers('consent_granted', 'success', 'patient', { ...own, purpose: randomUUID() })).toEqual([]);
  });

  it('is the scope’s own', async () => {
    const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
    const [user] = await db.rows('SELECT user_id AS id FROM medical_centers WHERE id = $1', [centerA.id]);
    const scopes = {
      center: await db.centerA(),
      doctor: await db.doctor(),
      admin: await db.admin(),
      link: mint.link(consentToken),
      'sign-in': mint.signIn({ centerId: centerA.centerId }),
      'signed-in': await db.signedIn(await db.userOf(centerA)),
      sweep: mint.system('sweep'),
      signup: mint.system('signup'),
    };
    const writers = async (actor: string, person: unknown, center: unknown, doctor: unknown) => {
      const insert = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, center_id, doctor_id, details)
        VALUES (CASE $1 WHEN 'patient' THEN 'consent_shown' ELSE 'login' END, 'success', $1, $2, $3, $4, '{}')`;
      const allowed: string[] = [];
      for (const [name, scope] of Object.entries(scopes))
        if ((await db.outcome(scope, insert, [actor, person, center, doctor])) === 1) allowed.push(name);
      return allowed;
    };
    expect(await writers('center', user?.id, centerA.id, null)).toEqual(['center', 'signed-in']);
    expect(await writers('center', user?.id, centerB.id, null)).toEqual([]);
    expect(await writers('center', doctors.noConsent.userId, centerA.id, null)).toEqual([]);
    expect(await writers('doctor', doctors.noConsent.userId, null, doctors.noConsent.id)).toEqual(['doctor']);
    expect(await writers('doctor', doctors.consent.userId, null, doctors.consent.id)).toEqual([]);
    expect(await writers('patient', null, centerA.id, null)).toEqual(['link']);
    expect(await writers('system', null, centerA.id, null)).toEqual([]);
    expect(await writers('nobody', null, null, null)).toEqual([]);
    expect(await writers('system', user?.id, centerA.id, null)).toEqual([]);
    for (const scope of Object.values(scopes))
      expect(await db.outcome(scope, `INSERT INTO audit_unsealed (event_id, at) VALUES (1, now())`)).toBe(
        insufficientPrivilege,
      );
  });

  /** Returns the scopes that may write an event with these columns. */
  const writersOf = async (scopes: Record<string, RowScope | null>, columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    const insert = `INSERT INTO audit_events (outcome, details, ${names.join()})
      SELECT 'success', '{}', ${names.map((_, index) => `$${index + 1}`).join()}`;
    const allowed: string[] = [];
    for (const [name, scope] of Object.entries(scopes)) {
      const done = await db.outcome(scope, insert, Object.values(columns));
      expect([1, insufficientPrivilege], `${name}: ${JSON.stringify(columns)}`).toContain(done);
      if (done === 1) allowed.push(name);
    }
    return allowed;
  };

  it('is the portal only in its own work, and for an alarm about the doctor of the request', async () => {
    const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
    const { patient, id: center_id } = centerB;
    const scopes: Record<string, RowScope | null> = {
      ...{ none: null, open: mint.open(), link: mint.link(consentToken), center: await db.centerA() },
      ...{ doctor: await db.doctor(), admin: await db.admin(), 'reset-request': resetRequest(centerB.email) },
      'signed-in': await db.signedIn(await db.userOf(centerA)),
      imaging: mint.imaging(centerB.examId),
      'imaging of another': mint.imaging(centerA.examId),
      outbox: mint.outbox(doctors.noConsent.id),
      erasure: mint.erasure(patient.id),
      'factor-removal': mint.factorRemoval(centerB.email),
      'erasure of another': mint.erasure(centerA.patient.id),
      chain: mint.chain(),
    };
    for (const purpose of [
      'log',
      'start',
      'signup',
      'sweep',
      'alarms',
      'health',
      'queue',
      'breach',
      'rotation',
    ] as const)
      scopes[purpose] = mint.system(purpose);
    const system = { actor_kind: 'system' };
    const allowed = {
      start: ['start'],
      stop: ['start'],
      backup_made: ['start'],
      backup_restored: [],
      key_rotated: ['rotation'],
      audit_shown: ['breach'],
      factor_removed: ['factor-removal'],
      account_held: ['alarms'],
      message_sent: ['outbox'],
      login: [],
      exam_withdrawn: [],
      security_alert: ['outbox', 'alarms'],
    };
    for (const [event, writers] of Object.entries(allowed))
      expect(await writersOf(scopes, { ...system, event }), event).toEqual(writers);
    const own = { ...system, doctor_id: doctors.noConsent.id };
    expect(await writersOf(scopes, { ...own, event: 'security_alert' })).toEqual(['doctor', 'outbox']);
    expect(await writersOf(scopes, { ...own, event: 'exam_withdrawn' })).toEqual([]);
    expect(await writersOf(scopes, { ...own, event: 'security_alert', center_id })).toEqual([]);
    expect(await writersOf(scopes, { ...own, event: 'security_alert', doctor_id: doctors.consent.id })).toEqual([]);
    const about = { ...system, center_id, patient_id: patient.id };
    expect(await writersOf(scopes, { ...about, event: 'exam_withdrawn' })).toEqual([]);
    expect(await writersOf(scopes, { ...about, event: 'exam_upload_ended' })).toEqual(['sweep']);
    expect(await writersOf(scopes, { ...about, event: 'exam_viewable' })).toEqual(['imaging']);
    const erased = { ...system, event: 'patient_erased', patient_id: patient.id };
    expect(await writersOf(scopes, erased)).toEqual(['erasure']);
  });

  it('names only its own session, its own patients and the grants on them', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const { consent, noConsent } = doctors;
    const sessions = { centerA: await db.centerA(), centerB: await db.centerA(undefined, centerB.id) };
    const scopes: Record<string, RowScope> = {
      ...{ center: sessions.centerA, 'other center': sessions.centerB },
      ...{ doctor: await db.doctor(consent), 'other doctor': await db.doctor(noConsent) },
    };
    const [grant] = await db.rows(
      `SELECT id FROM patient_access WHERE doctor_id = $1 AND patient_id = $2 ORDER BY (status = 'granted') DESC LIMIT 1`,
      [consent.id, centerA.patient.id],
    );
    const center = { actor_kind: 'center', person_id: await db.userOf(centerA), center_id: centerA.id };
    const doctor = { actor_kind: 'doctor', person_id: consent.userId, doctor_id: consent.id };
    const other = { actor_kind: 'doctor', person_id: noConsent.userId, doctor_id: noConsent.id };
    const write = (columns: Record<string, unknown>) => writersOf(scopes, { event: 'exam_viewed', ...columns });
    const own = { patient_id: centerA.patient.id };
    const foreign = { patient_id: centerB.patient.id };
    expect(await write(center)).toEqual(['center']);
    expect(await write({ ...center, ...own })).toEqual(['center']);
    expect(await write({ ...center, ...own, purpose: grant?.id })).toEqual(['center']);
    expect(await write({ ...center, ...foreign })).toEqual([]);
    expect(await write({ ...center, ...own, purpose: randomUUID() })).toEqual([]);
    expect(await write({ ...center, session_ref: sessionReference(sessions.centerA.session) })).toEqual(['center']);
    expect(await write({ ...center, session_ref: sessionReference(sessions.centerB.session) })).toEqual([]);
    // the end of a session is recorded after it, by its secret alone
    const secret = createHash('sha256')
      .update(centerA.client.sessionId ?? '')
      .digest();
    const [session] = await db.rows('SELECT id FROM sessions WHERE bearer_hash = $1', [secret]);
    const ref = sessionReference(String(session?.id));
    const signIn = {
      'sign-in': mint.signIn({ secretHashes: [secret] }),
      other: mint.signIn({ centerId: centerA.centerId }),
    };
    const logout = { ...center, event: 'logout', session_ref: ref };
    const expectOwn = async () => {
      expect(await writersOf(signIn, logout)).toEqual(['sign-in']);
      expect(await writersOf(signIn, { ...logout, session_ref: sessionReference(randomUUID()) })).toEqual([]);
    };
    await expectOwn();
    await db.rows(`UPDATE sessions SET revoked_at = now(), revoke_cause = 'x' WHERE id = $1`, [session?.id]);
    await expectOwn();
    expect(await write(doctor)).toEqual(['doctor']);
    expect(await write({ ...doctor, ...own, center_id: centerA.id, purpose: grant?.id })).toEqual(['doctor']);
    expect(await write({ ...doctor, ...own, center_id: centerB.id, purpose: grant?.id })).toEqual([]);
    expect(await write({ ...doctor, ...foreign, center_id: centerB.id })).toEqual([]);
    expect(await write({ ...doctor, center_id: centerA.id })).toEqual([]);
    expect(await write({ ...other, ...own, center_id: centerA.id, purpose: grant?.id })).toEqual([]);
  });
});
