import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '../harness/cast.ts';
import { countStatements } from '../harness/statements.ts';
import { openWorld, type World } from '../harness/world.ts';

const known = '+306900000001';
const unknown = '+306955555501';

/** A doctor must not learn who is a patient: security 2, row 12. */
describe('a number that belongs to nobody', () => {
  let world: World;
  let doctor: DoctorCast;

  beforeAll(async () => {
    world = await openWorld();
    const admin = await signInAdmin(world);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    await makeCenter(world, admin, { ...plan, phone: known });
    doctor = await makeDoctor(world, admin, 'curious');
    // a pushed clock is told to the database in every transaction: from here on it is pushed for both
    world.pass(300_000);
    await doctor.client.call(routes.auth.session, {}); // writes to the session, which belongs to neither number
    // what is sent behind the answer is not part of it
    await world.house.portal.queue.stop();
  });
  afterAll(() => world.close());

  const ask = (path: string, body: object) => doctor.client.json('POST', path, body);

  /** What an answer shows, but for what names the one request and the moment. */
  async function shown(response: Response) {
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    const text = (await response.text())
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
    return { status: response.status, headers, text };
  }

  /** Asks, and says what the database was asked meanwhile. */
  async function counted(act: () => Promise<Response>) {
    const { texts, stop } = countStatements(world.house.portal.db.pool);
    const answer = await shown(await act());
    stop();
    return { answer, statements: texts.map((text) => text.replace(/'[0-9a-z-]+'/g, '?')) };
  }

  it('is answered like a patient’s, with the same statements: request, too soon, resend, wrong code', async () => {
    // the seconds that an answer names are the clock's, not the machine's
    world.clock.hold();
    onTestFinished(() => world.clock.release());
    const walk = async (patientPhone: string) => {
      const request = () => ask(routes.doctor.requestPatientAccess.path, { patientPhone });
      const guess = () => ask(routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' });
      const steps = [await counted(request)];
      world.pass(500); // 59.5 s are left, said as 60
      steps.push(await counted(request), await counted(guess));
      world.pass(60_000);
      // the session is written to once a minute, which belongs to neither number
      await doctor.client.call(routes.auth.session, {});
      steps.push(await counted(request), await counted(guess));
      return steps;
    };
    const ofPatient = await walk(known);
    const ofNobody = await walk(unknown);
    expect(ofPatient.map((step) => step.answer.status)).toEqual([200, 429, 400, 200, 400]);
    for (const [index, step] of ofPatient.entries()) {
      expect(step.statements.length).toBeGreaterThan(1);
      expect(ofNobody[index]?.statements).toEqual(step.statements);
      expect(ofNobody[index]?.answer).toEqual(step.answer);
    }
  });

  it('is not told apart in the list of requests, before or after its time', async () => {
    const kinds = async () => {
      const requests = await doctor.client.call(routes.doctor.requests, {});
      return requests.map(({ phone, step, status, codeExpiresAt, requestedAt, expiresAt }) => ({
        phone,
        step,
        status,
        hasCodeTime: codeExpiresAt !== undefined,
        lives: Date.parse(expiresAt) - Date.parse(requestedAt),
      }));
    };
    const expected = (status: string, hasCodeTime: boolean) =>
      ['…501', '…001'].map((phone) => ({ phone, step: 'code', status, hasCodeTime, lives: 600_000 }));
    expect(await kinds()).toEqual(expected('pending', true));
    world.pass(600_000);
    expect(await kinds()).toEqual(expected('expired', false));
  });

  it('is sent nothing: its message is a decoy without a text', async () => {
    const { rows } = await world.house.portal.db.pool.query<{ state: string; sealed: boolean; count: number }>(
      'SELECT state, sealed IS NOT NULL AS sealed, count(*) AS count FROM outbox_messages WHERE otp_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1',
    );
    expect(rows).toEqual([
      { state: 'decoy', sealed: false, count: 2 },
      { state: 'waiting', sealed: true, count: 2 },
    ]);
    expect((await world.outbox.sms()).filter((sms) => sms.to === unknown)).toEqual([]);
  });
});
