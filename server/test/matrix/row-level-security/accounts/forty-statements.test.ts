import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { phoneIndex } from '../../../../src/domain/patients/encrypted-columns.ts';
import { hashSecret } from '../../../../src/platform/crypto/hash-secret.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { phoneA } from '../../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege, newSession, resetRequest } from '../application-database.ts';

/** Forty statements against what passkeys, mailed links, own pictures, billing, alarms and jobs brought (T-RLS3). */
describe('a statement in a newer scope', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let scopes: Record<string, RowScope>;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    scopes = await openScopes(testApp, db);
  });
  afterAll(() => testApp.close());

  const session = (role: string, center: string, user = 'scope_user()') =>
    `INSERT INTO sessions (id, user_id, role, center_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
     VALUES (gen_random_uuid(), ${user}, '${role}', ${center}, scope_given('b'), scope_given('c'), 900, app_now() + interval '1 hour', '')`;
  const event = (columns: string, values: string) =>
    `INSERT INTO audit_events (outcome, details, ${columns}) VALUES ('success', '{}', ${values})`;

  /** `none`: no row. `false`: the function answers false or null. */
  type Answer = 'none' | 'false' | typeof insufficientPrivilege;
  const refused = insufficientPrivilege;

  it.each<[scope: string, statement: string, answer: Answer]>([
    // passkeys and other factors
    ['center', 'SELECT * FROM find_passkey()', 'none'],
    [
      'center',
      'SELECT use_passkey() OR use_factor() OR spend_challenge() OR suspect_passkey() OR use_own_step(9)',
      'false',
    ],
    ['passkey', `SELECT use_passkey()`, 'false'],
    ['passkey', 'SELECT scope_passkey_account()', refused],
    ['passkey', session('medical_center', `'{b.id}'`, `'{b.user}'`), refused],
    ['passkey', 'SELECT * FROM challenged_passkeys()', 'none'],
    ['passkey', 'SELECT own_password_hash()', 'false'],
    ['factors', `DELETE FROM spent_challenges`, refused],
    [
      'factors',
      `INSERT INTO recovery_codes (id, user_id, code_mac) VALUES (gen_random_uuid(), '{b.user}', '\\x00')`,
      refused,
    ],
    ['admin', 'SELECT * FROM remove_factors_of()', 'none'],
    ['wrongPassword', `SELECT begin_challenge(gen_random_uuid(), '')`, 'false'],
    // sessions, mailed links
    ['renewing', session('admin', 'NULL'), refused],
    ['renewing', session('medical_center', `'{b.id}'`), refused],
    ['center', 'UPDATE sessions SET is_bound = false', refused],
    ['center', 'UPDATE sessions SET idle_seconds = 9, authenticated_at = now()', refused],
    ['recovery', session('doctor', 'NULL', `'{doctor.user}'`), refused],
    ['recovery', event('event, actor_kind, person_id', `'browser_remembered', 'nobody', '{b.user}'`), refused],
    ['recovery', `UPDATE users SET email = 'other@example.gr'`, refused],
    ['admin', `UPDATE users SET password_hash = 'x' WHERE id = '{b.user}'`, refused],
    ['reset', `SELECT * FROM account_of_address('{b.email}')`, 'none'],
    // erasure, own pictures, all grants of a phone
    ['center', `SELECT * FROM erase_patient('\\x00', 1)`, 'none'],
    ['center', `SELECT patient_to_erase('{b.patient}')`, 'false'],
    ['center', 'UPDATE patients SET erased_at = now()', refused],
    ['own', `SELECT FROM exams WHERE center_id = '{b.id}'`, 'none'],
    ['own', `UPDATE exams SET exam_type = 'ct'`, 'none'],
    [
      'own',
      `INSERT INTO outbox_messages (id, channel, kind, state, sealed) VALUES (gen_random_uuid(), 'sms', 'code', 'waiting', '\\x00')`,
      refused,
    ],
    ['ownOfOther', 'SELECT count_birth_date_try()', 'false'],
    ['overview', 'SELECT * FROM patients', 'none'],
    [
      'overview',
      `UPDATE patient_access SET status = 'revoked', ended_at = app_now() WHERE id <> scope_subject()`,
      'none',
    ],
    [
      'overview',
      `UPDATE patient_access SET expires_at = app_now() + interval '10 years' WHERE id = scope_subject()`,
      refused,
    ],
    [
      'matching',
      `INSERT INTO block_links (token_hash, doctor_id, phone_index) VALUES (sha256('mine'), scope_doctor(), scope_given('n'))`,
      refused,
    ],
    // measurements, files
    ['center', `SELECT * FROM annotation_keys('{b.exam}')`, 'none'],
    ['center', 'SELECT * FROM clear_imaging(NULL)', 'none'],
    ['doctor', `INSERT INTO doctor_exam_views (doctor_id, exam_id) VALUES (scope_doctor(), '{b.exam}')`, refused],
    // billing
    [
      'center',
      `INSERT INTO billing_parties (user_id, kind, legal_name, country, language) VALUES ('{b.user}', 'business', 'x', 'GR', 'el')`,
      refused,
    ],
    ['center', `SELECT * FROM issue_number('A')`, refused],
    ['center', `SELECT * FROM prices WHERE center_id = '{b.id}'`, 'none'],
    // alarms, the audit log
    [
      'doctor',
      `INSERT INTO alarms (id, kind, subject, doctor_id) VALUES (gen_random_uuid(), 'codes_burnt', 'doctor:{consent}', '{consent}')`,
      refused,
    ],
    ['center', 'SELECT * FROM hold_account(gen_random_uuid())', 'none'],
    ['center', `DELETE FROM watched_events`, 'none'],
  ])('of %s gets and changes nothing of others: %s', async (name, template, answer) => {
    const { centerB: b, doctors } = testApp.fixtures;
    const values: Record<string, string> = {
      'b.id': b.id,
      'b.user': await db.userOf(b),
      'b.email': b.email,
      'b.patient': b.patient.patientId,
      'b.exam': b.examId,
      'doctor.user': doctors.consent.userId,
      consent: doctors.consent.id,
    };
    const statement = template.replace(/\{([a-z.]+)\}/g, (_, key: string) => values[key] ?? '');
    const scope = scopes[name];
    if (scope === undefined) throw new Error(`No scope ${name}.`);
    const reply = await db.as(scope, (client) =>
      client.query(statement).catch((error: { code: string }) => ({ rowCount: error.code, rows: [] })),
    );
    if (answer === 'false') expect(Object.values(reply.rows[0] ?? { none: 'none' })[0] || false).toBe(false);
    else expect(reply.rowCount).toBe(answer === 'none' ? 0 : answer);
  });
});

async function openScopes(testApp: TestAppWithFixtures, db: ApplicationDatabase): Promise<Record<string, RowScope>> {
  const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
  const hash = hashSecret('a mailed link');
  const index = phoneIndex(testApp.app.context.keys, phoneA);
  await db.rows(
    `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at) VALUES (gen_random_uuid(), $1, $2, $2, app_now() + interval '1 year')`,
    [doctors.consent.userId, hash],
  );
  for (const [secret, purpose, patient] of [
    ['all grants', 'overview', null],
    ['own pictures', 'own', centerA.patient.id],
    ['own pictures of nobody', 'own', null],
  ])
    await db.rows(
      `INSERT INTO link_codes (id, token_hash, expires_at, used_at, purpose, phone_index, session_hash, patient_id)
       VALUES (gen_random_uuid(), $1, now() + interval '1 year', now() + $6::float8 * interval '1 ms', $2, $3, $4, $5)`,
      [hashSecret(consentToken), purpose, index, hashSecret(String(secret)), patient, testApp.clock.offsetMs],
    );
  const [grant] = await db.rows(`SELECT id FROM patient_access WHERE doctor_id = $1 AND status = 'granted'`, [
    doctors.consent.id,
  ]);
  const center = await db.centerA();
  const credentialId = Buffer.alloc(16, 7);
  const principal = {
    kind: 'admin',
    userId: await db.userOf(centerA),
    email: '',
    language: 'el',
    mustChangePassword: false,
    factorSetup: null,
    passwordAgeSeconds: 0,
    expiresAt: new Date(0),
  } as const;
  return {
    center,
    doctor: await db.doctor(),
    admin: await db.admin(),
    factors: mint.factors(mint.account({ ...principal, sessionId: center.session })),
    renewing: await db.renewing(centerA),
    wrongPassword: await db.signedIn(await db.userOf(centerB), 'another hash'),
    recovery: mint.mailed('recovery', 'a mailed link'),
    reset: resetRequest(centerA.email),
    matching: await db.matching(index),
    own: mint.own('own pictures'),
    ownOfOther: mint.own('no secret', { patientId: centerB.patient.patientId, dateOfBirth: '1980-01-01' }),
    overview: mint.overview('all grants', { grantId: String(grant?.id), terms: { days: 7 } }),
    passkey: mint.passkey({
      factor: { passkey: { credentialId, signCount: 9, challengeHash: hash } },
      previousSession: null,
      newSession,
    }),
  };
}
