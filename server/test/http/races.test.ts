import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { phoneIndex } from '../../src/domain/patients/sealed-columns.ts';
import { asked, type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '../harness/cast.ts';
import { eventually } from '../harness/leftovers.ts';
import { codeIn } from '../harness/outbox.ts';
import { openWorld, type World } from '../harness/world.ts';

/** Two acts at once, each stopped where the other could come between: no answer is a failure of our side. */

const phone = '+306900000001';
let world: World;
let doctor: DoctorCast;

beforeAll(async () => {
  world = await openWorld();
  const admin = await signInAdmin(world);
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  await makeCenter(world, admin, { ...plan, phone });
  doctor = await makeDoctor(world, admin, 'hasty');
});
afterAll(() => world.close());

/** Holds locks that `take` takes until `acts` all wait, then lets go; answers how they ended. */
async function heldUp(
  take: (holder: pg.PoolClient) => Promise<unknown>,
  acts: (() => Promise<Response>)[],
): Promise<Response[]> {
  const { pool } = world.house.portal.db;
  const holder = await pool.connect();
  const waiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  try {
    await holder.query('BEGIN');
    await take(holder);
    const under: Promise<Response>[] = [];
    for (const act of acts) {
      under.push(act());
      await eventually(async () => (await waiting()) >= under.length);
    }
    await holder.query('COMMIT');
    return await Promise.all(under);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

it('a right code against its own resend: the resend wins, and the code is said to be no longer valid', async () => {
  const before = await world.outbox.countSms(phone);
  await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const otpCode = codeIn((await world.outbox.nextSms(phone, before)).text);
  world.pass(61_000);
  const index = phoneIndex(world.house.portal.keys, phone).toString('hex');
  const [resend, verify] = await heldUp(
    (holder) => holder.query('SELECT pg_advisory_xact_lock(1, hashtext($1))', [index]),
    [
      () => doctor.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone: phone }),
      () => doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone: phone, otpCode }),
    ],
  );
  expect([resend?.status, verify?.status]).toEqual([200, 400]);
  await world.outbox.nextSms(phone, before + 1);
});

it('two links of one doctor and patient granted at once: both answer, and one grant stands', async () => {
  world.pass(61_000);
  const first = await asked(world, doctor, phone);
  world.pass(3_600_000);
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const second = await asked(world, doctor, phone);
  const grant = (accessToken: string) => () =>
    world.anonymous.json('POST', routes.patientAccess.respond.path, { accessToken, response: 'grant' });
  const answers = await heldUp(
    (holder) => holder.query(`SELECT id FROM patient_access WHERE status = 'pending' FOR UPDATE`),
    [grant(first), grant(second)],
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const { rows } = await world.house.portal.db.pool.query(
    `SELECT status, count(*) FROM patient_access WHERE doctor_id = $1 AND granted_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [doctor.id],
  );
  expect(rows).toEqual([
    { status: 'granted', count: 1 },
    { status: 'revoked', count: 1 },
  ]);
  // what was replaced has its own end in the trail, and names what took its place
  const { rows: ends } = await world.house.portal.db.pool.query(
    `SELECT e.actor_kind AS actor, was.status AS was, now.status AS now FROM audit_events e
     JOIN patient_access was ON was.id = e.purpose JOIN patient_access now ON now.id = (e.details ->> 'replacedBy')::uuid
     WHERE e.event = 'consent_revoked' AND was.doctor_id = $1`,
    [doctor.id],
  );
  expect(ends).toEqual([{ actor: 'patient', was: 'revoked', now: 'granted' }]);
});

it('sessions begun at once: each counts the others, and five are left (T-S2)', async () => {
  const { email, password } = doctor;
  const signIn = () => world.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
  for (let begun = 0; begun < 5; begun += 1) {
    expect((await signIn()).status).toBe(200);
    world.pass(1_000);
  }
  const acts = [signIn, signIn, signIn];
  const answers = await heldUp((holder) => holder.query('LOCK TABLE audit_events IN EXCLUSIVE MODE'), acts);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { rows } = await world.house.portal.db.pool.query(
    'SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
    [doctor.userId],
  );
  expect(rows).toHaveLength(5);
});
