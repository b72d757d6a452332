import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** Whose alarms a scope sees, and who raises, holds and releases. */
describe('row-level security of alarms', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let scopes: Record<string, RowScope | null>;
  let alarmId: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    const { centerA, doctors } = testApp.fixtures;
    scopes = {
      none: null,
      center: await db.centerA(),
      doctor: await db.doctor(),
      admin: await db.admin(),
      link: mint.link(testApp.fixtures.consentToken),
      'sign-in': mint.signIn({ centerId: centerA.centerId, userId: doctors.noConsent.userId }),
      'signed-in': await db.signedIn(doctors.noConsent.userId),
      alarms: mint.system('alarms'),
      outbox: mint.system('outbox'),
      breach: mint.system('breach'),
      log: mint.system('log'),
      sweep: mint.system('sweep'),
    };
    const [held] = await db.rows(
      `INSERT INTO alarms (id, kind, subject, user_id, held_at)
       SELECT gen_random_uuid(), 'mass_access', 'session:x', user_id, now() FROM medical_centers WHERE id = $1 RETURNING id`,
      [centerA.id],
    );
    alarmId = String(held?.id);
    await db.rows(
      `INSERT INTO alarms (id, kind, subject, doctor_id) SELECT gen_random_uuid(), 'many_downloads', 'doctor:' || id, id FROM doctors`,
    );
  });
  afterAll(() => testApp.close());

  /** Returns the scopes for which a statement finds or changes a row. */
  const listOpen = async (statement: string) => {
    const open: string[] = [];
    for (const [name, scope] of Object.entries(scopes)) {
      const outcome = await db.outcome(scope, statement);
      if (outcome !== 0 && outcome !== insufficientPrivilege) open.push(`${name}: ${outcome}`);
    }
    return open;
  };

  it('shows all alarms to administrators and the rules, and a doctor only those of that doctor', async () => {
    const doctorAlarms = `SELECT 1 FROM alarms WHERE kind = 'many_downloads'`;
    const [row] = await db.rows('SELECT count(*)::int AS count FROM doctors');
    const all = String(row?.count);
    expect(await listOpen(doctorAlarms)).toEqual(['doctor: 1', `admin: ${all}`, `alarms: ${all}`, `outbox: ${all}`]);
    expect(await listOpen(`SELECT 1 FROM alarms WHERE kind = 'mass_access'`)).toEqual([
      'admin: 1',
      'alarms: 1',
      'outbox: 1',
    ]);
  });

  it('lets only the rules raise an alarm about an account or with a hold, and hold that account', async () => {
    const { userId } = testApp.fixtures.doctors.noConsent;
    const raising = (column: string, value: string) =>
      `INSERT INTO alarms (id, kind, subject, doctor_id, ${column}) SELECT gen_random_uuid(), 'mass_access', 'session:y', scope_doctor(), ${value}`;
    expect(await listOpen(raising('user_id', `'${userId}'`))).toEqual(['alarms: 1']);
    expect(await listOpen(`SELECT * FROM hold_account('${alarmId}')`)).toEqual([
      expect.stringMatching(/^alarms: \d+$/),
    ]);
  });

  it('lets nobody hold an account by a statement, and only administrators release one', async () => {
    expect(await listOpen('UPDATE users SET held_at = now()')).toEqual([]);
    await db.rows('UPDATE users SET held_at = now() FROM medical_centers c WHERE c.user_id = users.id AND c.id = $1', [
      testApp.fixtures.centerA.id,
    ]);
    expect(await listOpen('UPDATE users SET held_at = NULL WHERE held_at IS NOT NULL')).toEqual(['admin: 1']);
  });

  it('shows events to count, counts and recipients only to the rules', async () => {
    await db.rows(`INSERT INTO access_counts VALUES ('account:x', '2026-01-01', 1)`);
    await db.rows(`INSERT INTO opened_exams VALUES ('account:x', '2026-01-01', 'x')`);
    for (const statement of [
      'SELECT 1 FROM watched_events',
      'SELECT 1 FROM access_counts',
      'SELECT 1 FROM opened_exams',
      `SELECT * FROM alarms_to_mail('1 hour')`,
      'SELECT * FROM administrators_to_mail()',
    ])
      expect(
        (await listOpen(statement)).map((open) => open.split(':')[0]),
        statement,
      ).toEqual(['alarms']);
    await db.rows('DELETE FROM alarms');
    const [alarm] = await db.rows(
      `INSERT INTO alarms (id, kind, subject, user_id) SELECT gen_random_uuid(), 'unusual_access', 'account:x', user_id
       FROM medical_centers WHERE id = $1 RETURNING id`,
      [testApp.fixtures.centerA.id],
    );
    await db.rows(
      `INSERT INTO access_counts (subject, day, count, is_unusual) SELECT 'account:' || user_id, current_date + 1, 500, true FROM alarms`,
    );
    expect(await listOpen(`SELECT 1 WHERE mark_days_usual('${alarm?.id}')`)).toEqual(['admin: 1']);
  });

  it('lets a request or job raise only the alarms of its own acts, about what it concerns', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const { noConsent, consent } = doctors;
    await db.rows('DELETE FROM alarms');
    const raisers = {
      ...scopes,
      billing: mint.system('billing'),
      outbox: mint.outbox(noConsent.id),
      imaging: mint.imaging(centerA.examId),
    };
    const raising = async (kind: string, subject: string, columns: { doctor?: string; center?: string } = {}) => {
      const raised: string[] = [];
      for (const [name, scope] of Object.entries(raisers)) {
        const insert =
          'INSERT INTO alarms (id, kind, subject, doctor_id, center_id) VALUES (gen_random_uuid(), $1, $2, $3, $4)';
        if ((await db.outcome(scope, insert, [kind, subject, columns.doctor, columns.center])) === 1) raised.push(name);
      }
      return raised;
    };
    const own = { doctor: noConsent.id };
    for (const kind of ['codes_burnt', 'many_downloads'])
      expect(await raising(kind, `doctor:${noConsent.id}`, own), kind).toEqual(['doctor', 'alarms']);
    expect(await raising('unknown_numbers', `doctor:${noConsent.id}`, own)).toEqual(['alarms', 'outbox']);
    expect(await raising('sms_half', 'installation:')).toEqual(['alarms', 'outbox']);
    expect(await raising('infected_file', `center:${centerA.id}`, { center: centerA.id })).toEqual([
      'alarms',
      'imaging',
    ]);
    expect(await raising('center_unpaid', `center:${centerB.id}`, { center: centerB.id })).toEqual([
      'admin',
      'alarms',
      'billing',
    ]);
    // an open alarm of these would keep the rules from raising theirs
    const account = `account:${noConsent.userId}`;
    for (const kind of ['account_mass_access', 'mass_access', 'sign_in_guesses', 'many_downloads'])
      expect(await raising(kind, account, own), kind).toEqual(['alarms']);
    expect(await raising('many_downloads', `doctor:${consent.id}`, { doctor: consent.id })).toEqual(['alarms']);
    expect(await raising('many_downloads', `doctor:${noConsent.id}`, { ...own, center: centerB.id })).toEqual([
      'alarms',
    ]);
    expect(await raising('infected_file', `center:${centerB.id}`, { center: centerB.id })).toEqual(['alarms']);
    expect(await raising('sms_half', 'installation:', own)).toEqual(['alarms']);
  });
});
