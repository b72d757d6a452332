import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../src/domain/authorization/scope.ts';
import type { Tx } from '../../src/domain/database.ts';
import { doctorTransitions } from '../../src/domain/doctors/states.ts';
import { markRejected, markVerified, startReview } from '../../src/domain/doctors/store.ts';
import { markReinstated, markSuspended } from '../../src/domain/doctors/suspension.ts';
import { createDoctor, type DoctorFixture, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';

/** What was approved: the database takes no other names into a review. */
const identity = signupForm('states');

describe('doctorTransitions', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let adminId: string;
  beforeAll(async () => {
    testApp = await startTestApp();
    doctor = await createDoctor(testApp, await signInAdmin(testApp), 'states');
    const { rows } = await testApp.superuser.query(`SELECT id FROM users WHERE role = 'admin'`);
    adminId = rows[0].id;
  });
  afterAll(() => testApp.close());

  const acts: Record<string, (tx: Tx) => Promise<boolean>> = {
    approve: (tx) => markVerified(tx, doctor.id, adminId),
    reject: (tx) => markRejected(tx, doctor.id, adminId, null),
    review: (tx) => startReview(tx, doctor.id, identity),
    suspend: (tx) => markSuspended(tx, doctor.id),
    reinstate: (tx) => markReinstated(tx, doctor.id),
  };

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(doctorTransitions, acts)).toEqual([]);
  });

  it.each(listStatePairs(doctorTransitions, acts))(
    'leads from $from by $name to $targets in the database',
    async ({ from, name: act, targets, isListed }) => {
      const { superuser: pool } = testApp;
      const isInReview = from === 'pending_review';
      await pool.query(
        `UPDATE doctors SET state = $2, first_approved_at = coalesce(first_approved_at, now()),
         review_since = CASE WHEN $3 THEN now() END, approved_first_name = CASE WHEN $3 THEN first_name END,
         approved_last_name = CASE WHEN $3 THEN last_name END, approved_license_number = CASE WHEN $3 THEN license_number END
       WHERE id = $1`,
        [doctor.id, from, isInReview],
      );
      const scope =
        act === 'review'
          ? mint.doctor({
              ...(await principal(doctor.userId)),
              kind: 'doctor',
              doctorId: doctor.id,
              payerId: doctor.userId,
              isVerified: true,
              isSubscribed: true,
            })
          : mint.admin({ ...(await principal(adminId)), kind: 'admin' });
      const isChanged = await testApp.app.context.db.within(scope, async (tx) => (await acts[act]?.(tx)) ?? false);
      const { rows } = await pool.query('SELECT state FROM doctors WHERE id = $1', [doctor.id]);
      expect({ isChanged, state: rows[0].state }).toEqual({ isChanged: isListed, state: targets[0] });
    },
  );

  /** The database goes by the session, so it must be a real one. */
  const principal = async (userId: string) => ({
    userId,
    email: doctor.email,
    language: 'el' as const,
    sessionId: (
      await testApp.superuser.query('SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [userId])
    ).rows[0].id,
    mustChangePassword: false,
    factorSetup: null,
    passwordAgeSeconds: 0,
    expiresAt: new Date(0),
  });
});
