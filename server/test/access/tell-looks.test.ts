import { dayIn, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellLooks } from '../../src/domain/access/tell-looks.ts';
import { asked, type CenterCast, type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '../harness/cast.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/leftovers.ts';
import { openWorld, type World } from '../harness/world.ts';

const hourMs = 3_600_000;
const phone = '+306970000001';
const { lookup, respond, change } = routes.patientAccess;

describe('the day’s word of who looked', () => {
  let world: World;
  let admin: Client;
  let center: CenterCast;
  let doctor: DoctorCast;
  let patientId: string;

  beforeAll(async () => {
    world = await openWorld();
    admin = await signInAdmin(world);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου', phone };
    center = await makeCenter(world, admin, plan);
    ({ patientId } = center.patient);
    doctor = await makeDoctor(world, admin, 'First');
  });
  afterAll(() => world.close());

  const audit = async (event: string) =>
    (
      await world.house.portal.db.pool.query<{ actor_kind: string; details: object }>(
        'SELECT actor_kind, details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 5',
        [event],
      )
    ).rows;

  it('is of a log that the link shows whole, a page after the other', async () => {
    const reader = await makeDoctor(world, admin, 'Reader');
    const own = '+306970000099';
    const { patientId: seen } = await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Ρήγα', dateOfBirth: '1970-01-02', gender: 'Female', phone: own },
    });
    const accessToken = await asked(world, reader, own);
    await world.anonymous.call(respond, { body: { accessToken, response: 'grant' } });
    await reader.client.call(routes.doctor.patientExams, { params: { patientId: seen } });
    await world.house.portal.db.pool.query(
      `INSERT INTO audit_events (event, outcome, actor_kind, doctor_id, center_id, patient_id, purpose, at, details)
       SELECT event, outcome, actor_kind, doctor_id, center_id, patient_id, purpose, at, details
       FROM audit_events, generate_series(1, 449) WHERE event = 'exams_listed' AND doctor_id = $1`,
      [reader.id],
    );
    const read = (logAfter?: string) => world.anonymous.call(lookup, { body: { accessToken, logAfter } });
    const first = await read();
    const second = await read(first.accessLogMore ?? '');
    const third = await read(second.accessLogMore ?? '');
    expect([first, second, third].map(({ accessLog }) => accessLog.length)).toEqual([200, 200, 50]);
    expect(third.accessLogMore).toBeNull();
    for (const logAfter of ['0', 'x', '99999999'])
      await expect(read(logAfter)).rejects.toMatchObject({ status: 400, code: 'validation' });
  });

  it('goes to the phone with the patient’s wish alone, and tells the phone once a day which doctors looked, whatever runs at once', async () => {
    const other = await makeDoctor(world, admin, 'Other');
    const silent = await makeDoctor(world, admin, 'Silent');
    const wish = (tellLooks: boolean, accessToken: string) =>
      world.anonymous.call(respond, { body: { accessToken, response: 'grant', tellLooks } });
    const token = await asked(world, doctor, phone);
    await wish(true, token);
    const second = await asked(world, other, phone);
    await wish(true, second);
    await wish(false, await asked(world, silent, phone));
    for (const each of [doctor, other, silent])
      await each.client.call(routes.doctor.patientExams, { params: { patientId } });
    const told = async () => (await world.outbox.sms()).filter(({ to, text }) => to === phone && /Χθες/.test(text));
    const run = async () => await Promise.all([1, 2, 3].map(() => tellLooks(world.house.portal)));
    await run();
    expect(await told(), 'not on the same day').toEqual([]);
    await untilTen();
    await run();
    await eventually(async () => (await told()).length > 0);
    await run();
    const [sms, ...more] = await told();
    expect(more).toEqual([]);
    expect(sms?.text).toMatch(/Δρ\. Ελένη .*και άλλοι 1\. /);
    expect(sms?.text).not.toMatch(/Silent|Μαρία|\d{6}|CT|MRI|http/);
    expect(sms?.text.length).toBeLessThanOrEqual(134);
    expect(await audit('looks_told')).toEqual([{ actor_kind: 'system', details: { doctors: 2 } }]);

    // nobody looked since: nothing; and a wish that is taken back is heeded
    await untilTen();
    await run();
    const { email, password } = doctor;
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password });
    await doctor.client.call(routes.doctor.patientExams, { params: { patientId } });
    await world.anonymous.call(change, { body: { accessToken: token, patientId, tellLooks: false } });
    expect((await world.anonymous.call(lookup, { body: { accessToken: token } })).records[0]?.tellLooks).toBe(false);
    await untilTen();
    await run();
    expect(await told()).toHaveLength(1);
    expect(await audit('looks_told')).toHaveLength(1);
  });

  it('reaches others where one number cannot be read, and says so', async () => {
    const { email, password } = doctor;
    const phones = ['+306970000002', '+306970000003'];
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password });
    for (const one of phones) {
      const born = { firstName: 'Άννα', lastName: 'Ράπτη', dateOfBirth: '1960-01-02', gender: 'Female' } as const;
      const made = await center.client.call(routes.center.registerPatient, { body: { ...born, phone: one } });
      const accessToken = await asked(world, doctor, one);
      await world.anonymous.call(respond, { body: { accessToken, response: 'grant', tellLooks: true } });
      await doctor.client.call(routes.doctor.patientExams, { params: { patientId: made.patientId } });
    }
    // of the two that are told the one that comes first
    await world.house.portal.db.pool.query(
      `UPDATE otp_verifications SET phone_sealed = '\\x00' WHERE phone_index = (SELECT r.phone_index
       FROM access_requests r JOIN patient_access a ON a.request_id = r.id WHERE a.tell_looks AND a.doctor_id = $1
       ORDER BY r.phone_index LIMIT 1)`,
      [doctor.id],
    );
    await untilTen();
    await expect(tellLooks(world.house.portal)).rejects.toThrow();
    const isTold = async () =>
      (await world.outbox.sms()).filter(({ to, text }) => phones.includes(to) && /Χθες/.test(text)).length;
    await eventually(async () => (await isTold()) === 1);
  });

  /** Pushes the clock to ten in the morning of the next day of the operator's. */
  const untilTen = async () => {
    const { timeZone } = world.config;
    const hourOf = (at: Date) =>
      Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));
    const now = world.clock.now();
    const hours = Array.from({ length: 48 }, (_, index) => new Date(now.getTime() + (index + 1) * hourMs));
    const ten = hours.find((at) => hourOf(at) === 10 && dayIn(timeZone, at) !== dayIn(timeZone, now));
    world.pass((ten?.getTime() ?? 0) - now.getTime());
    await center.client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: center.password });
  };
});
