import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { SystemPurpose } from '../../../src/domain/authorization/system-purpose.ts';
import { phoneIndex } from '../../../src/domain/patients/encrypted-columns.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { phoneA, phoneB, requestConsentLink } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { createUpload, examFields } from '../../harness/tus.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { ApplicationDatabase, insufficientPrivilege, resetRequest } from './application-database.ts';

/** Each purpose gives access to exactly the rows that its work needs. */
describe('row-level security per purpose', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await indexExams(testApp);
    await createUpload(testApp.fixtures.centerA.client, 1_000, examFields(testApp.fixtures.centerA.patient.patientId));
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const purposes = [
    'alarms',
    'signup',
    'outbox',
    'sweep',
    'start',
    'health',
    'log',
    'support',
    'imaging',
    'breach',
    'stream',
    'queue',
    'throttle',
    'rotation',
    'billing',
    'payment-event',
    'invoice-files',
    'fiscal-check',
    'factor-removal',
    'notifications',
  ] as const satisfies SystemPurpose[];

  /** Returns the names of the scopes for which a statement finds or changes a row. */
  const scopesWithAccess = async (scopes: Record<string, RowScope | null>, statement: string): Promise<string[]> => {
    const open: string[] = [];
    for (const [name, scope] of Object.entries(scopes)) {
      const outcome = await db.outcome(scope, statement);
      if (typeof outcome === 'number' ? outcome > 0 : outcome !== insufficientPrivilege) open.push(`${name}`);
    }
    return open;
  };
  const allScopes = async () => ({
    none: null,
    center: await db.centerA(),
    doctor: await db.doctor(),
    matching: await db.matching(),
    link: mint.link(testApp.fixtures.consentToken),
    consent: mint.consent(testApp.fixtures.consentToken, {}),
    own: mint.own(testApp.fixtures.consentToken),
    overview: mint.overview(testApp.fixtures.consentToken, { grantId: testApp.fixtures.centerA.patient.id }),
    admin: await db.admin(),
    'sign-in': mint.signIn({
      userId: testApp.fixtures.doctors.noConsent.userId,
      centerId: testApp.fixtures.centerA.centerId,
    }),
    'signed-in': await db.signedIn(testApp.fixtures.doctors.noConsent.userId),
    ...Object.fromEntries(purposes.map((purpose) => [purpose, mint.system(purpose)])),
    erasure: mint.erasure(testApp.fixtures.centerA.patient.id),
    'outbox of a message': mint.outbox(
      String((await db.rows('SELECT id FROM outbox_messages WHERE otp_id IS NOT NULL'))[0]?.id),
    ),
  });

  it.each([
    ['users', ['center', 'doctor', 'matching', 'admin', 'signed-in', 'start', 'billing']],
    ['sessions', ['center', 'doctor', 'matching', 'admin', 'signed-in']],
    ['consent_links', ['link', 'consent']],
    ['installation', ['sweep', 'start', 'health', 'rotation', 'erasure']],
    ['keys.service_keys', ['start', 'rotation']],
    ['keys.master_keys', ['start', 'health', 'rotation']],
    ['keys.patient_keys', ['center', 'rotation']],
    ['patients', ['center']],
    ['exams', ['center', 'link', 'consent']],
    ['exam_objects', ['center']],
    ['outbox_messages', ['admin', 'outbox of a message']],
    ['otp_verifications', ['outbox of a message']],
    ['uploads', ['center', 'sweep']],
    ['studies', ['center']],
    ['series', ['center']],
    ['doctors', ['center', 'doctor', 'matching', 'link', 'consent', 'admin', 'signed-in', 'billing']],
    ['medical_centers', ['center', 'doctor', 'matching', 'link', 'consent', 'admin', 'billing']],
    ['patient_access', ['center', 'link', 'consent']],
    ['prices', ['center', 'doctor', 'matching', 'admin', 'billing']],
    ['tax_rates', ['center', 'admin', 'billing']],
    ['payment_methods', ['doctor', 'matching', 'admin', 'billing']],
    ['audit_events', ['center', 'doctor', 'matching', 'link', 'consent', 'admin', 'alarms', 'breach', 'stream']],
  ])('shows %s only to these scopes: %j', async (table, readers) => {
    expect(await scopesWithAccess(await allScopes(), `SELECT 1 FROM ${table}`)).toEqual(readers);
  });

  it('shows each user only their own account and sessions', async () => {
    for (const scope of [await db.centerA(), await db.doctor()]) {
      expect(await db.outcome(scope, 'SELECT 1 FROM users')).toBe(1);
      expect(await db.outcome(scope, 'SELECT 1 FROM sessions WHERE user_id <> scope_user()')).toBe(0);
    }
    const link = mint.link(testApp.fixtures.consentToken);
    for (const table of ['doctors', 'medical_centers'])
      expect(await db.outcome(link, `SELECT 1 FROM ${table}`), table).toBe(1);
  });

  it('shows a password’s hash only to its own account', async () => {
    const scopes = await allScopes();
    expect(await scopesWithAccess(scopes, 'SELECT password_hash FROM users')).toEqual([]);
    const own = 'SELECT 1 WHERE own_password_hash() IS NOT NULL';
    expect(await scopesWithAccess(scopes, own)).toEqual(['center', 'doctor', 'matching', 'admin', 'signed-in']);
    const [admin] = await db.rows(`SELECT password_hash AS hash FROM users WHERE role = 'admin'`);
    const { rows } = await db.as(scopes.admin, (client) => client.query('SELECT own_password_hash() AS hash'));
    expect(rows).toEqual([admin]);
  });

  it('allows changes of an account only to its owner and the administrator, and none of its role', async () => {
    const statements = {
      role: `UPDATE users SET role = 'admin'`,
      password: `UPDATE users SET password_hash = 'x' WHERE role <> 'admin'`,
      subscription: `UPDATE users SET subscription_status = 'active', subscription_end_date = '2099-01-01' WHERE role <> 'admin'`,
      closing: `UPDATE users SET closed_at = now() WHERE role <> 'admin'`,
      holding: `UPDATE users SET held_at = now()`,
      disabling: `UPDATE users SET disabled_at = now(), disabled_by = id WHERE role <> 'admin'`,
      'disabling oneself': `UPDATE users SET disabled_at = now(), disabled_by = id WHERE id = scope_user()`,
      email: `UPDATE users SET email = 'taken@example.gr' WHERE email LIKE '%consent%'`,
    };
    const scopes = await allScopes();
    const open = Object.fromEntries(
      await Promise.all(
        Object.entries(statements).map(async ([what, statement]) => [what, await scopesWithAccess(scopes, statement)]),
      ),
    );
    expect(open).toEqual({
      role: [],
      password: [], // with the hash that the scope has: guarded-accounts.test.ts
      subscription: ['admin', 'billing'],
      closing: ['admin'],
      holding: [],
      disabling: ['admin'],
      'disabling oneself': [],
      email: [], // but the one that the scope has
    });
  });

  it('allows a valid mailed link only to set its account’s password and to end its sessions', async () => {
    const { consent, noConsent } = testApp.fixtures.doctors;
    const token = 'a link that was mailed';
    const hash = createHash('sha256').update(token).digest();
    const insert = `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at)
      VALUES (gen_random_uuid(), $1, $2, $2, app_now() + interval '1 hour')`;
    const requesting = resetRequest(consent.email, hash);
    expect(await db.outcome(requesting, insert, [consent.userId, hash])).toBe(1);
    expect(await db.outcome(requesting, insert, [noConsent.userId, hash])).toBe(insufficientPrivilege);
    const chosen = createHash('sha256').update('a token that nobody mailed').digest();
    expect(await db.outcome(requesting, insert, [consent.userId, chosen])).toBe(insufficientPrivilege);
    for (const scope of [mint.open(), mint.signIn({ email: consent.email })])
      expect(await db.outcome(scope, insert, [consent.userId, hash])).toBe(insufficientPrivilege);
    await db.rows(insert.replace('1 hour', '1 year'), [consent.userId, hash]);
    const link = mint.mailed('recovery', token);
    const setPassword = `UPDATE users SET password_hash = 'x'`;
    const own = [`SELECT 1 FROM users`, 'SELECT 1 FROM password_resets', setPassword];
    for (const statement of own) expect(await db.outcome(link, statement), statement).toBe(1);
    expect(await db.outcome(link, `UPDATE sessions SET revoked_at = now(), revoke_cause = 'x'`)).toBeGreaterThan(0);
    const others = `SELECT 1 FROM sessions WHERE user_id <> $1`;
    expect(await db.outcome(link, others, [consent.userId])).toBe(0);
    for (const change of [`language = 'en'`, `email = 'taken@example.gr'`, `closed_at = now()`])
      expect(await db.outcome(link, `UPDATE users SET ${change}`), change).toBe(insufficientPrivilege);
    expect(await db.outcome(link, 'SELECT 1 FROM doctors'), 'whose names a new password must not contain').toBe(1);
    for (const table of ['patients', 'exams', 'patient_access', 'audit_events'])
      expect(await db.outcome(link, `SELECT 1 FROM ${table}`), table).toBe(0);
    const mailed = [mint.mailed('recovery', 'another'), mint.mailed('signup', token)];
    for (const scope of [requesting, ...mailed, mint.link(token), await db.doctor(noConsent)])
      expect(await db.outcome(scope, `${setPassword} WHERE id = '${consent.userId}'`)).toBe(0);
    await db.rows('UPDATE password_resets SET used_at = now() WHERE token_hash = $1', [hash]);
    for (const statement of own) expect(await db.outcome(link, statement), `used: ${statement}`).toBe(0);
  });

  it('shows an application only to its own link, and checks address and license only in their purposes', async () => {
    const hash = createHash('sha256').update('an application').digest();
    await db.rows(
      `INSERT INTO signup_confirmations (id, email_index, token_hash, sealed, expires_at)
       VALUES (gen_random_uuid(), $1, $1, 'x', app_now() + interval '1 year')`,
      [hash],
    );
    const read = 'SELECT 1 FROM signup_confirmations';
    expect(await db.outcome(mint.mailed('signup', 'an application'), read)).toBe(1);
    for (const scope of Object.values(await allScopes())) expect(await db.outcome(scope, read)).toBe(0);
    expect(await db.outcome(mint.mailed('recovery', 'an application'), read)).toBe(0);
    const { email } = testApp.fixtures.doctors.consent;
    const accountQuery = `SELECT 1 FROM account_of_address('${email}')`;
    expect(await scopesWithAccess(await allScopes(), accountQuery)).toEqual([]);
    const [license] = await db.rows('SELECT license_number AS text FROM doctors LIMIT 1');
    const licenseNumber = String(license?.text);
    const application = mint.application({ email, licenseNumber });
    const other = mint.application({ email: 'other@example.gr', licenseNumber: 'other' });
    expect(await db.outcome(application, accountQuery)).toBe(1);
    expect(await db.outcome(other, accountQuery)).toBe(0);
    expect(await db.outcome(application, read)).toBe(0);
    expect(await db.outcome(resetRequest(email), accountQuery)).toBe(1);
    expect(await db.outcome(resetRequest('other@example.gr'), accountQuery)).toBe(0);
    const licenseQuery = `SELECT 1 WHERE is_license_taken('${licenseNumber}')`;
    expect(await scopesWithAccess(await allScopes(), licenseQuery)).toEqual([]);
    expect(await db.outcome(application, licenseQuery)).toBe(1);
    expect(await db.outcome(other, licenseQuery)).toBe(0);
    await db.rows(`UPDATE signup_confirmations SET expires_at = now() - interval '1 day'`);
    const deleteApplications = 'SELECT 1 WHERE forget_applications() > 0';
    expect(await scopesWithAccess(await allScopes(), deleteApplications)).toEqual(['sweep']);
  });

  it('allows the functions that end an account’s tokens and a doctor’s requests only to an administrator', async () => {
    const { consent, denied } = testApp.fixtures.doctors;
    await db.rows(
      `INSERT INTO api_tokens (id, user_id, doctor_id, name, token_hash, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'PACS', sha256('a token'), now() + interval '9 years')`,
      [consent.userId, consent.id],
    );
    await db.rows(
      `UPDATE patient_access SET status = 'pending', granted_at = NULL, expires_at = now() + interval '9 years' WHERE doctor_id = $1`,
      [denied.id],
    );
    const scopes = await allScopes();
    const tokens = `SELECT 1 WHERE end_tokens_of('${consent.userId}') > 0`;
    expect(await scopesWithAccess(scopes, tokens)).toEqual(['admin']);
    const requests = `SELECT 1 FROM cancel_requests_of('${denied.id}')`;
    expect(await scopesWithAccess(scopes, requests)).toEqual(['admin']);
    expect(await scopesWithAccess({ admin: scopes.admin ?? null }, 'SELECT 1 FROM api_tokens')).toEqual([]);
    await db.rows(`UPDATE patient_access SET status = 'denied' WHERE doctor_id = $1`, [denied.id]);
    await db.rows('DELETE FROM api_tokens');
  });

  it('allows a doctor to enter review, but not to leave it or to change a verified name', async () => {
    const own = await db.doctor();
    const approve = `state = 'verified', review_since = NULL, approved_first_name = NULL, approved_last_name = NULL, approved_license_number = NULL`;
    const review = `state = 'pending_review', review_since = app_now(), approved_first_name = first_name, approved_last_name = last_name, approved_license_number = license_number`;
    expect(await db.outcome(own, `UPDATE doctors SET specialization = 'Other'`)).toBe(1);
    expect(await db.outcome(own, `UPDATE doctors SET ${review}`)).toBe(1);
    expect(await db.outcome(own, `UPDATE doctors SET last_name = 'Other'`)).toBe(insufficientPrivilege);
    expect(await db.outcome(own, `UPDATE doctors SET first_approved_at = now()`)).toBe(insufficientPrivilege);
    expect(await db.outcome(own, 'UPDATE doctors SET id = id')).toBe(insufficientPrivilege);
    const unverified = await db.doctor(testApp.fixtures.doctors.unverified);
    expect(await db.outcome(unverified, `UPDATE doctors SET first_approved_at = now(), ${approve}`)).toBe(
      insufficientPrivilege,
    );
    expect(await db.outcome(unverified, `UPDATE doctors SET last_name = 'Other'`)).toBe(1);
    const changed = await db.as(own, async (client) => {
      await client.query(`UPDATE doctors SET ${review}`);
      return await client.query(`UPDATE doctors SET ${approve}`).catch((error: { code: string }) => error.code);
    });
    expect(changed).toBe(insufficientPrivilege);
  });

  it('allows a center to update its last activity, but not its plan, quota or name', async () => {
    const scope = await db.centerA();
    expect(await db.outcome(scope, 'UPDATE medical_centers SET last_activity_at = now()')).toBe(1);
    for (const change of [`plan = 'enterprise'`, 'quota_bytes = NULL', `name = 'Other'`])
      for (const each of [scope, await db.signedIn(await db.userOf(testApp.fixtures.centerA))])
        expect(await db.outcome(each, `UPDATE medical_centers SET ${change}`), change).toBe(insufficientPrivilege);
  });

  it('returns counts to the administrator, but no patient, exam, object or key', async () => {
    const admin = await db.admin();
    for (const table of ['patients', 'exams', 'exam_objects', 'keys.patient_keys', 'patient_access'])
      expect(await db.outcome(admin, `SELECT 1 FROM ${table}`), table).toBe(0);
    const count = async (scope: RowScope, statement: string) =>
      (
        await db.as(scope, (client) =>
          client.query(statement, [testApp.fixtures.centerA.id].slice(0, statement.includes('$1') ? 1 : 0)),
        )
      ).rows;
    expect(await count(admin, 'SELECT * FROM count_records()')).toEqual([{ patients: 2, exams: 2 }]);
    const size = testApp.fixtures.centerA.file.length;
    expect(await count(admin, 'SELECT * FROM count_records_of_center($1)')).toEqual([
      { patients: 1, exams: 1, exam_bytes: size },
    ]);
    const [derived] = await db.rows(
      `SELECT count(*) AS count, sum(size_bytes) AS bytes FROM exam_objects WHERE kind <> 'original'`,
    );
    const [derivedCount, derivedBytes] = [Number(derived?.count), Number(derived?.bytes)];
    expect(derivedCount).toBe(6);
    expect(await count(admin, 'SELECT used_bytes, file_count, recent_days FROM count_storage()')).toEqual([
      {
        used_bytes: size + testApp.fixtures.centerB.file.length + derivedBytes,
        file_count: derivedCount + 2,
        recent_days: expect.any(Number),
      },
    ]);
    for (const scope of [await db.centerA(), await db.doctor(), mint.system('health')]) {
      for (const statement of ['count_records()', 'count_records_of_center($1)', 'count_storage()'])
        expect(await count(scope, `SELECT * FROM ${statement}`), statement).toEqual([]);
    }
  });

  it('updates a center’s figures on every insert, withdrawal and deletion, and rejects direct writes', async () => {
    const counted = `SELECT c.id, (SELECT count(*) FROM patients p WHERE p.center_id = c.id) AS patients, count(e.id) AS exams,
        coalesce(sum(e.file_size), 0)::bigint AS bytes
      FROM medical_centers c LEFT JOIN exams e ON e.center_id = c.id AND e.status <> 'withdrawn' GROUP BY c.id ORDER BY c.id`;
    const storedFigures =
      'SELECT center_id AS id, patients, exams, exam_bytes AS bytes FROM center_figures ORDER BY center_id';
    const client = await testApp.superuser.connect();
    try {
      await client.query('BEGIN');
      for (const act of [
        `INSERT INTO patients SELECT gen_random_uuid(), center_id, 'P-000000000' || n, first_name, last_name, name_key, date_of_birth, gender,
           email, language, phone_sealed, phone_index, amka_sealed, amka_index, address_sealed, registered_by, created_at
         FROM patients, generate_series(1, 3) AS n WHERE center_id = '${testApp.fixtures.centerA.id}'`,
        `UPDATE exams SET status = 'withdrawn' WHERE center_id = '${testApp.fixtures.centerA.id}'`,
        `UPDATE exams SET status = 'needs-attention'`,
        `DELETE FROM patients WHERE patient_id LIKE 'P-000000000%'`,
        `UPDATE exams SET status = 'withdrawn'`,
        'DELETE FROM series',
        'DELETE FROM studies',
        'DELETE FROM exam_objects',
        'DELETE FROM exams',
      ]) {
        await client.query(act);
        expect((await client.query(storedFigures)).rows, act).toEqual((await client.query(counted)).rows);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const center = await db.centerA();
    expect(await db.outcome(center, 'SELECT 1 FROM center_figures')).toBe(1);
    expect(await db.outcome(center, 'UPDATE center_figures SET exam_bytes = 0')).toBe(insufficientPrivilege);
  });

  it('searches names only among a doctor’s own active grants', async () => {
    const { consent, revoked } = testApp.fixtures.doctors;
    const search = 'SELECT search_grants($1, \'[["%papad%"]]\', NULL, NULL, 10)';
    expect(await db.outcome(await db.doctor(consent), search, [consent.id])).toBe(1);
    for (const scope of [await db.doctor(), await db.centerA(), await db.admin()])
      expect(await db.outcome(scope, search, [consent.id])).toBe(0);
    expect(await db.outcome(await db.doctor(revoked), search, [revoked.id])).toBe(0);
  });

  it('returns the patients of a number only as ids, and only to a doctor who requests access', async () => {
    const index = phoneIndex(testApp.app.context.keys, phoneA);
    const doctor = await db.doctor();
    expect(await db.outcome(await db.matching(index), 'SELECT * FROM patients_of_phone($1)', [index])).toBe(1);
    for (const scope of [
      doctor,
      await db.matching(),
      await db.centerA(),
      await db.admin(),
      mint.link(testApp.fixtures.consentToken),
    ]) {
      expect(await db.outcome(scope, 'SELECT * FROM patients_of_phone($1)', [index])).toBe(0);
      const counted = await db.as(scope, (client) => client.query('SELECT * FROM codes_to_phone($1)', [index]));
      expect(counted.rows).toEqual([{ an_hour: 0, a_day: 0 }]);
    }
    const others = 'SELECT 1 FROM otp_verifications WHERE doctor_id <> $1';
    expect(await db.outcome(await db.matching(index), others, [doctor.doctorId])).toBe(0);
  });

  it('replaces by a link only the grants of its own doctor and patient', async () => {
    const { consent, noConsent } = testApp.fixtures.doctors;
    const end = `UPDATE patient_access SET status = 'revoked', ended_at = app_now() WHERE status = 'granted'`;
    const grantHolders = async () =>
      await db.rows(`SELECT doctor_id AS doctor FROM patient_access WHERE status = 'granted' ORDER BY granted_at`);
    expect(await grantHolders()).toContainEqual({ doctor: consent.id });
    // Date the fixtures' codes back by two days, because of the limits.
    await db.rows(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
    const otherDoctor = await requestConsentLink(testApp, noConsent, phoneA);
    const otherPatient = await requestConsentLink(testApp, consent, phoneB);
    const sameDoctor = await requestConsentLink(testApp, consent, phoneA);
    const outcomes = [];
    for (const token of [otherDoctor, otherPatient, sameDoctor])
      outcomes.push(await db.outcome(mint.consent(token, {}), end));
    expect(outcomes).toEqual([0, 0, 1]);
    expect(await db.outcome(mint.link(sameDoctor), end), 'only in the scope of an answer').toBe(0);
    const lengthen = `UPDATE patient_access SET expires_at = now() + interval '9 years' WHERE status = 'granted'`;
    expect(await db.outcome(mint.consent(sameDoctor, {}), lengthen)).toBe(insufficientPrivilege);
  });
});
