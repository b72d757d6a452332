import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

describe('row-level security of notifications', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    await db.rows(`INSERT INTO notification_choices SELECT user_id, 'exam_arrived', 'daily' FROM doctors`);
  });
  afterAll(() => testApp.close());

  it('shows and changes a doctor’s own choices only', async () => {
    const { consent, noConsent } = testApp.fixtures.doctors;
    const scope = await db.doctor(noConsent);
    const choose = `INSERT INTO notification_choices VALUES ($1, 'access_granted', 'never')`;
    expect(await db.outcome(scope, 'SELECT 1 FROM notification_choices')).toBe(1);
    expect(await db.outcome(scope, `UPDATE notification_choices SET choice = 'never'`)).toBe(1);
    expect(await db.outcome(scope, choose, [noConsent.userId])).toBe(1);
    expect(await db.outcome(scope, choose, [consent.userId])).toBe(insufficientPrivilege);
    for (const other of [
      null,
      await db.centerA(),
      await db.admin(),
      mint.system('notifications'),
      mint.system('outbox'),
    ]) {
      expect(await db.outcome(other, 'SELECT 1 FROM notification_choices')).toBe(0);
      expect(await db.outcome(other, choose, [consent.userId])).toBe(insufficientPrivilege);
    }
  });

  const noId = '00000000-0000-0000-0000-000000000000';

  it('notes nothing that the transaction did not do, and sends only in its purpose', async () => {
    const { consent, revoked } = testApp.fixtures.doctors;
    const count = async () => (await db.rows('SELECT count(*)::int AS count FROM notifications'))[0];
    const before = await count();
    const scopes = [await db.centerA(), await db.doctor(revoked), mint.link(testApp.fixtures.consentToken)];
    for (const scope of scopes) {
      await db.as(scope, async (client) => {
        for (const kind of ['access_granted', 'access_changed', 'access_revoked', 'exam_arrived'])
          await client.query('SELECT note_access($1, (SELECT array_agg(id) FROM patient_access))', [kind]);
        await client.query('SELECT note_exam(id) FROM exams');
        await client.query('COMMIT');
      });
      expect(
        await db.outcome(
          scope,
          `INSERT INTO notifications (user_id, kind, subject_id) VALUES ($1, 'exam_arrived', $1)`,
          [consent.userId],
        ),
      ).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, `UPDATE notifications SET sent_at = app_now()`)).toBeOneOf([
        0,
        insufficientPrivilege,
      ]);
      expect(await db.outcome(scope, `SELECT 1 FROM due_notifications('UTC', $1)`, [[consent.userId]])).toBe(0);
      expect(await db.outcome(scope, `SELECT 1 FROM next_notified_users('UTC', $1, 10)`, [noId])).toBe(0);
    }
    expect(await count()).toEqual(before);
    const own = await db.doctor(consent);
    const others = 'FROM notifications WHERE user_id <> $1';
    expect(await db.outcome(own, `SELECT 1 ${others}`, [consent.userId])).toBe(0);
    expect(await db.outcome(own, `DELETE ${others}`, [consent.userId])).toBe(0);
    expect(
      await db.outcome(mint.system('notifications'), `SELECT 1 FROM next_notified_users('UTC', $1, 10)`, [noId]),
    ).toBeGreaterThan(0);
  });
});
