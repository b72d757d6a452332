import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import {
  administrator,
  type StandaloneApp,
  startStandaloneApp,
} from '@medcloud/server/test/harness/start-standalone-app.ts';

/*
 * Claim (security 1a, T-EN1): the response time does not reveal whether an account or a phone number is known. Medians
 * of 200 pairs that take turns differ by a ratio of 0.8 to 1.25. Hashing is cheap here, so it masks nothing. With the
 * real hashing cost, equal for both, the ratios of sign-ins are nearer to 1.
 */

const pairs = 200;
const [minRatio, maxRatio] = [0.8, 1.25];
const renewEvery = 50; // a session is limited to 600 calls a minute

interface UniformFixture {
  testApp: StandaloneApp;
  anonymous: Client;
  doctor: DoctorFixture;
}

/** One request sent for a known and for an unknown value. `before` prepares the state and is not timed. */
interface UniformCase {
  name: string;
  before?: (fixture: UniformFixture, one: string) => Promise<unknown>;
  send: (fixture: UniformFixture, one: string) => Promise<Response>;
  known: string;
  unknown: string;
  status: number;
}

const password = 'not the password of anybody';
const knownPhone = '+306900000001';
const post = ({ anonymous }: UniformFixture, path: string, body: object) => anonymous.json('POST', path, body);
const request = ({ doctor }: UniformFixture, patientPhone: string) =>
  doctor.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone });

const uniformCases: readonly UniformCase[] = [
  {
    name: 'sign-in of a center',
    send: (fixture, centerId) => post(fixture, routes.auth.centerLogin.path, { centerId, password }),
    known: 'MCTEST01',
    unknown: 'MCNOBODY',
    status: 401,
  },
  {
    name: 'sign-in of a doctor',
    send: (fixture, email) => post(fixture, routes.auth.doctorLogin.path, { email, password }),
    known: 'uniform@doctors.example.gr',
    unknown: 'nobody1@doctors.example.gr',
    status: 401,
  },
  {
    name: 'sign-in of an administrator',
    send: (fixture, email) => post(fixture, routes.auth.adminLogin.path, { email, password }),
    known: administrator.email,
    unknown: 'nobody@medcloud.local',
    status: 401,
  },
  {
    name: 'forgotten password',
    send: (fixture, email) => post(fixture, routes.auth.forgotPassword.path, { email }),
    known: 'uniform@doctors.example.gr',
    unknown: 'nobody1@doctors.example.gr',
    status: 202,
  },
  { name: 'request by phone', send: request, known: knownPhone, unknown: '+306999999999', status: 200 },
  {
    name: 'a wrong code',
    before: request,
    send: ({ doctor }, patientPhone) =>
      doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' }),
    known: knownPhone,
    unknown: '+306999999999',
    status: 400,
  },
];

/** Prints each case's ratio of medians. Sets exit code 1 if a ratio is outside the limits. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  try {
    const fixture = await setUp(testApp);
    let outside = 0;
    for (const one of uniformCases) {
      const [known, unknown] = await takeTurns(fixture, one);
      const ratio = known / unknown;
      if (ratio < minRatio || ratio > maxRatio) outside += 1;
      console.log(`${one.name.padEnd(28)} ${ratio.toFixed(2)} (${known.toFixed(2)} against ${unknown.toFixed(2)} ms)`);
    }
    console.log(
      `uniform: ${outside} of ${uniformCases.length} outside of ${minRatio} to ${maxRatio}, ${pairs} pairs each`,
    );
    if (outside > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function setUp(testApp: StandaloneApp): Promise<UniformFixture> {
  const endpoint = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const admin = await signInAdmin(endpoint);
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  await createCenter(endpoint, admin, { ...plan, phone: knownPhone });
  const doctor = await createDoctor(endpoint, admin, 'uniform');
  await testApp.app.context.queue.stop(); // jobs after the response are not measured
  return { testApp, anonymous: endpoint.anonymous, doctor };
}

/** Resets throttles and request history, so every call starts from the same state. Renews the session regularly. */
async function resetLimits({ testApp, doctor }: UniformFixture, round: number): Promise<void> {
  const { superuser: pool } = testApp;
  await pool.query('DELETE FROM throttles');
  await pool.query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`);
  await pool.query(`UPDATE password_resets SET created_at = created_at - interval '2 days'`);
  const { email, password: own } = doctor;
  if (round % renewEvery === 0) await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password: own });
}

/** Returns the medians in milliseconds. The order changes each round; the first ten rounds are warm-up. */
async function takeTurns(fixture: UniformFixture, one: UniformCase): Promise<[known: number, unknown: number]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = -10; round < pairs; round += 1) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    await resetLimits(fixture, round);
    for (const which of order) {
      await one.before?.(fixture, one[which]);
      const startedAt = performance.now();
      const response = await one.send(fixture, one[which]);
      const took = performance.now() - startedAt;
      if (response.status !== one.status) throw new Error(`${one.name}, ${which}: ${response.status}`);
      if (round >= 0) times[which].push(took);
    }
  }
  return [median(times.known), median(times.unknown)];
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) await run();
