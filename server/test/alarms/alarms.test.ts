import { routes } from '@medcloud/contract';
import { sentences } from '@medcloud/contract/sentences';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoctorCast, makeDoctor } from '../harness/cast.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/leftovers.ts';
import { codeIn } from '../harness/outbox.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { type CastWorld, openCastWorld } from '../harness/world.ts';

const { alarmsToSee, alarmSeen, systemInfo, systemLogs } = routes.admin;
const dayMs = 86_400_000;

/** What an administrator shall look at: security 2.1, 2.4 and 2, attack 12. */
describe('an alarm', () => {
  let world: CastWorld;
  let admin: Client;
  let doctor: DoctorCast;
  let numbers = 0;

  beforeAll(async () => {
    world = await openCastWorld({ environment: { SMS_PER_DAY: '16' } });
    ({ admin } = world.cast);
    await waitForJobs(world);
    // the cast’s own messages are none of the day’s
    await sql('TRUNCATE sms_days');
    await sql('DELETE FROM alarms');
    doctor = await makeDoctor(world, admin, 'Guesser');
  });
  afterAll(() => world.close());

  const sql = async (statement: string, values: unknown[] = []) =>
    (await world.house.portal.db.pool.query(statement, values)).rows;
  /** Of doctors: the cast’s SMS may still be on their way. */
  const kinds = async () => (await admin.call(alarmsToSee, {})).flatMap(({ kind, doctor: of }) => (of ? [kind] : []));
  const raised = async (kind: string) => {
    await eventually(async () => (await admin.call(alarmsToSee, {})).some((each) => each.kind === kind));
    return (await admin.call(alarmsToSee, {})).find((each) => each.kind === kind);
  };
  const look = async (kind: string) => await admin.call(alarmSeen, { params: { id: (await raised(kind))?.id ?? '' } });
  const request = (patientPhone: string, who = doctor) =>
    who.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone });
  const nobodys = () => {
    numbers += 1;
    return `+30695550${String(numbers).padStart(4, '0')}`;
  };
  const register = async (phone: string) =>
    await world.cast.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Δοκιμή', dateOfBirth: '1961-02-03', gender: 'Female', phone },
    });
  /** Uses up all tries of a number's live code. */
  const burn = async (patientPhone: string) => {
    for (let guess = 0; guess < 5; guess += 1)
      await doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' });
  };
  const trail = (event: string) =>
    sql(`SELECT actor_kind, doctor_id, details->>'alarm' AS alarm FROM audit_events WHERE event = $1 ORDER BY id`, [
      event,
    ]);

  it('T-OTP5: pauses a doctor’s requests after three codes of a day were used up, a decoy’s too, until an administrator looks', async () => {
    const known = '+306971110001';
    await register(known);
    for (const phone of [known, nobodys(), nobodys()]) {
      expect(await kinds()).toEqual([]);
      expect((await request(phone)).status).toBe(200);
      await burn(phone);
    }
    const told = await Promise.all([request('+306971110002'), request(nobodys())]);
    for (const answer of told) expect([answer.status, await answer.text()]).toEqual([429, sentences.requestsPaused]);
    // what was granted before goes on
    expect((await doctor.client.raw('GET', routes.doctor.accessiblePatients.path)).status).toBe(200);
    expect(await raised('codes_burnt')).toMatchObject({
      doctor: { id: doctor.id, licenseNumber: 'ISA-Guesser' },
    });
    expect(await trail('security_alert')).toEqual([
      { actor_kind: 'system', doctor_id: doctor.id, alarm: 'codes_burnt' },
    ]);
    expect((await admin.call(systemLogs, {})).map(({ message }) => message).join()).toContain('requests pause');

    expect(await look('codes_burnt')).toMatchObject({ alarm: { kind: 'codes_burnt', seenAt: expect.any(String) } });
    expect(await trail('security_alert_seen')).toEqual([
      { actor_kind: 'admin', doctor_id: null, alarm: 'codes_burnt' },
    ]);
    expect((await request(nobodys())).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  it('tells of five numbers in a row to which no code went, behind the answer, and once a day', async () => {
    const asker = await makeDoctor(world, admin, 'Prober');
    const ask = async (phone: string) => expect((await request(phone, asker)).status).toBe(200);
    const known = '+306971110003';
    await register(known);
    for (let count = 0; count < 4; count += 1) await ask(nobodys());
    await ask(known);
    for (let count = 0; count < 4; count += 1) await ask(nobodys());
    await world.outbox.nextSms(known, 0);
    await waitForJobs(world);
    expect(await kinds()).toEqual([]);
    await ask(nobodys());
    expect(await raised('unknown_numbers')).toMatchObject({ doctor: { id: asker.id } });
    await look('unknown_numbers');
    await sql(`UPDATE otp_verifications SET created_at = created_at - interval '25 hours'`);
    await ask(nobodys());
    await waitForJobs(world);
    expect(await kinds()).toEqual([]);
  });

  it('tells of a doctor’s hundredth download of a day', async () => {
    const { consent } = world.cast.doctors;
    await sql(
      `INSERT INTO audit_events (event, outcome, actor_kind, doctor_id, details, at)
       SELECT 'exam_downloaded', 'success', 'doctor', $1, '{}', $2 FROM generate_series(1, 98)`,
      [consent.id, world.clock.now()],
    );
    const download = async () =>
      expect((await consent.client.raw('GET', `/api/download/${world.cast.centerA.examId}`)).status).toBe(200);
    await download();
    expect(await kinds()).toEqual([]);
    await download();
    expect(await raised('many_downloads')).toMatchObject({ doctor: { id: consent.id } });
    await look('many_downloads');
    await download();
    expect(await kinds()).toEqual([]);
  });

  it('tells of half the day’s SMS and of the last one; then requests answer as ever, nothing leaves, and the next day it does', async () => {
    const sent = async () => Number((await sql('SELECT max(sent) AS sent FROM sms_days'))[0]?.sent ?? 0);
    await waitForJobs(world); // the tests before asked for codes too
    await sql('UPDATE sms_days SET sent = 7');
    const phones = ['+306971110011', '+306971110012', '+306971110013'];
    for (const phone of phones) await register(phone);
    const [first = '', last = '', late = ''] = phones;
    const asker = await makeDoctor(world, admin, 'Busy');
    const probe = async () => {
      world.pass(60_000); // what was probed within seconds is not probed again
      return (await admin.call(systemInfo, {})).health.find(({ name }) => name === 'sms');
    };
    await request(first, asker);
    await world.outbox.nextSms(first, 0);
    await look('sms_half');
    expect(await probe()).toMatchObject({ code: 'sms-half', params: { sent: 8, budget: 16 } });
    await sql('UPDATE sms_days SET sent = 15');
    await request(last, asker);
    await world.outbox.nextSms(last, 0);
    await look('sms_spent');
    expect(await probe()).toMatchObject({ code: 'sms-spent', ok: false });

    const held = await request(late, asker);
    expect([held.status, await held.text()]).toEqual([200, expect.stringContaining('SMS with OTP has been sent')]);
    const waiting = () => sql(`SELECT state FROM outbox_messages WHERE last_error = 'sms-budget-spent'`);
    await eventually(async () => (await waiting()).length === 1);
    expect(await world.outbox.countSms(late)).toBe(0);
    expect(await sent()).toBe(16);

    world.pass(dayMs);
    await eventually(async () => (await waiting()).every(({ state }) => state === 'expired'));
    await asker.client.signIn(routes.auth.doctorLogin.path, { email: asker.email, password: asker.password });
    await request(late, asker);
    expect(codeIn((await world.outbox.nextSms(late, 0)).text)).toMatch(/^\d{6}$/);
  });
});
