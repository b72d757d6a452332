import { routes } from '@medcloud/contract';
import { type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '@medcloud/server/test/harness/cast.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { administrator, openOwnPortal, type Portal } from '@medcloud/server/test/harness/own-portal.ts';

/*
 * Claim (security 1a, T-EN1): whether an account or a number is known does not show in the time of an answer: medians of
 * 200 pairs that take turns lie within 0.8 and 1.25 of each other. Hashing is cheap here, so that it hides nothing: with the
 * real cost, the same for both, each ratio of a sign-in is nearer to 1.
 */

const pairs = 200;
const [least, most] = [0.8, 1.25];
const renewEvery = 50; // a session has 600 calls a minute

interface Ground {
  portal: Portal;
  anonymous: Client;
  doctor: DoctorCast;
}

/** What is asked of a known one and of nobody; `before` makes the state for one of the two, untimed. */
interface Uniform {
  name: string;
  before?: (ground: Ground, one: string) => Promise<unknown>;
  ask: (ground: Ground, one: string) => Promise<Response>;
  known: string;
  unknown: string;
  status: number;
}

const password = 'not the password of anybody';
const knownPhone = '+306900000001';
const post = ({ anonymous }: Ground, path: string, body: object) => anonymous.json('POST', path, body);
const request = ({ doctor }: Ground, patientPhone: string) =>
  doctor.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone });

const uniform: readonly Uniform[] = [
  {
    name: 'sign-in of a center',
    ask: (ground, centerId) => post(ground, routes.auth.centerLogin.path, { centerId, password }),
    known: 'MCTEST01',
    unknown: 'MCNOBODY',
    status: 401,
  },
  {
    name: 'sign-in of a doctor',
    ask: (ground, email) => post(ground, routes.auth.doctorLogin.path, { email, password }),
    known: 'uniform@doctors.example.gr',
    unknown: 'nobody1@doctors.example.gr',
    status: 401,
  },
  {
    name: 'sign-in of an administrator',
    ask: (ground, email) => post(ground, routes.auth.adminLogin.path, { email, password }),
    known: administrator.email,
    unknown: 'nobody@medcloud.local',
    status: 401,
  },
  {
    name: 'forgotten password',
    ask: (ground, email) => post(ground, routes.auth.forgotPassword.path, { email }),
    known: 'uniform@doctors.example.gr',
    unknown: 'nobody1@doctors.example.gr',
    status: 202,
  },
  { name: 'request by phone', ask: request, known: knownPhone, unknown: '+306999999999', status: 200 },
  {
    name: 'a wrong code',
    before: request,
    ask: ({ doctor }, patientPhone) =>
      doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' }),
    known: knownPhone,
    unknown: '+306999999999',
    status: 400,
  },
];

/** Prints the ratio of the medians for each, and fails where one lies outside. */
export async function run(): Promise<void> {
  const { portal, close } = await openOwnPortal({ parts: { pages: false } });
  try {
    const ground = await settle(portal);
    let outside = 0;
    for (const one of uniform) {
      const [known, unknown] = await takeTurns(ground, one);
      const ratio = known / unknown;
      if (ratio < least || ratio > most) outside += 1;
      console.log(`${one.name.padEnd(28)} ${ratio.toFixed(2)} (${known.toFixed(2)} against ${unknown.toFixed(2)} ms)`);
    }
    console.log(`uniform: ${outside} of ${uniform.length} outside of ${least} to ${most}, ${pairs} pairs each`);
    if (outside > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function settle(portal: Portal): Promise<Ground> {
  const place = { ...portal, anonymous: new Client(portal.origin, portal.config) };
  const admin = await signInAdmin(place);
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  await makeCenter(place, admin, { ...plan, phone: knownPhone });
  const doctor = await makeDoctor(place, admin, 'uniform');
  await portal.house.portal.queue.stop(); // what is sent behind the answer is no part of it
  return { portal, anonymous: place.anonymous, doctor };
}

/** Nobody has asked yet: the same state before each call. */
async function freshen({ portal, doctor }: Ground, round: number): Promise<void> {
  const { pool } = portal.house.portal.db;
  await pool.query('DELETE FROM throttles');
  await pool.query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`);
  await pool.query(`UPDATE password_resets SET created_at = created_at - interval '2 days'`);
  const { email, password: own } = doctor;
  if (round % renewEvery === 0) await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password: own });
}

/** Medians in milliseconds; who comes first changes with each round, and the first rounds warm both. */
async function takeTurns(ground: Ground, one: Uniform): Promise<[known: number, unknown: number]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = -10; round < pairs; round += 1) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    await freshen(ground, round);
    for (const which of order) {
      await one.before?.(ground, one[which]);
      const began = performance.now();
      const response = await one.ask(ground, one[which]);
      const took = performance.now() - began;
      if (response.status !== one.status) throw new Error(`${one.name}, ${which}: ${response.status}`);
      if (round >= 0) times[which].push(took);
    }
  }
  return [median(times.known), median(times.unknown)];
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) await run();
