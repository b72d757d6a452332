import { routes } from '@medcloud/contract';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';

const known = '+306900000001';
const minuteMs = 60_000;
const hourMs = 3_600_000;
const wrongMessage = faultTexts.otp_invalid;

describe('verification code', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let other: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: known });
    doctor = await createDoctor(testApp, admin, 'first');
    other = await createDoctor(testApp, admin, 'second');
  });
  afterAll(() => testApp.close());

  // Each test runs on a new day: limits count over 24 hours, and sessions expire earlier.
  beforeEach(async () => {
    await waitForJobs(testApp); // SMS of the previous test
    testApp.advanceClock(25 * hourMs);
    await Promise.all(
      [doctor, other].map(({ client, email, password }) =>
        client.signIn(routes.auth.doctorLogin.path, { email, password }),
      ),
    );
  });
  afterEach(() => testApp.clock.unfreeze());

  const request = (phone: string, requester: Client = doctor.client) =>
    requester.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone: phone });
  const verify = (body: object, requester: Client = doctor.client) =>
    requester.json('POST', routes.doctor.verifyOtp.path, body);
  const requestCode = async (phone: string, requester: DoctorFixture = doctor) => {
    const before = await testApp.outbox.countSms(phone);
    const { requestId } = await requester.client.call(routes.doctor.requestPatientAccess, {
      body: { patientPhone: phone },
    });
    return { requestId, code: await nextCode(phone, before) };
  };
  /** Returns the code of the next code message. Another SMS, such as a consent link, may come first. */
  const nextCode = async (phone: string, after: number) => {
    let code: string | undefined;
    await waitUntil(async () => {
      const sms = (await testApp.outbox.sms()).filter(({ to }) => to === phone).slice(after);
      code = sms.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
      return code !== undefined;
    });
    return code ?? '';
  };
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const readRejection = async (response: Response, status = 400) => {
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return await response.text();
  };
  const query = async <R extends object>(text: string, values: unknown[] = []) =>
    (await testApp.superuser.query<R>(text, values)).rows;

  it('checks exactly five of 200 parallel attempts and then rejects even the right code (T-OTP1)', async () => {
    const { requestId, code } = await requestCode(known);
    const wrongCodes = Array.from({ length: 200 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000));
    const responses = await Promise.all(
      wrongCodes.map((attempt) => verify({ patientPhone: known, otpCode: attempt.padStart(6, '0') })),
    );
    const texts = new Set(await Promise.all(responses.map((response) => readRejection(response))));
    expect([...texts]).toEqual([wrongMessage]);
    const [row] = await query<{ attempts: number }>('SELECT attempts FROM otp_verifications WHERE id = $1', [
      requestId,
    ]);
    expect(row?.attempts).toBe(5);
    expect(await readRejection(await verify({ patientPhone: known, otpCode: code }))).toBe(wrongMessage);
    expect(await query('SELECT 1 FROM access_requests WHERE otp_id = $1', [requestId])).toEqual([]);
  });

  it('accepts one of four parallel attempts with the right code and creates one link (T-OTP2)', async () => {
    const { requestId, code } = await requestCode(known);
    const sms = await testApp.outbox.countSms(known);
    const responses = await Promise.all([1, 2, 3, 4].map(() => verify({ patientPhone: known, otpCode: code })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400, 400]);
    expect(await query('SELECT 1 FROM access_requests WHERE otp_id = $1', [requestId])).toHaveLength(1);
    await testApp.outbox.nextSms(known, sms);
    expect(await testApp.outbox.countSms(known)).toBe(sms + 1);
    expect(await readRejection(await verify({ patientPhone: known, otpCode: code }))).toBe(wrongMessage);
  });

  it('is accepted by request id or by phone number in any format', async () => {
    const byId = await requestCode(known);
    expect((await verify({ requestId: byId.requestId, otpCode: ` ${byId.code} ` })).status).toBe(200);
    testApp.advanceClock(minuteMs);
    const byPhone = await requestCode(known);
    expect((await verify({ patientPhone: '690 000-0001', otpCode: byPhone.code })).status).toBe(200);
  });

  it('is accepted only from the doctor who requested it (T-OTP6)', async () => {
    const { requestId, code } = await requestCode(known);
    for (const body of [{ patientPhone: known }, { requestId }]) {
      expect(await readRejection(await verify({ ...body, otpCode: code }, other.client))).toBe(wrongMessage);
    }
    const [row] = await query<{ attempts: number }>('SELECT attempts FROM otp_verifications WHERE id = $1', [
      requestId,
    ]);
    expect(row?.attempts).toBe(0);
    expect((await verify({ requestId, otpCode: code })).status).toBe(200);
  });

  it("rejects malformed input with the form's message and counts no attempt", async () => {
    const { requestId } = await requestCode(known);
    for (const [otpCode, message] of [
      ['', 'Please enter the 6-digit OTP code.'],
      ['12345', 'OTP must be exactly 6 digits.'],
      ['12345a', 'OTP must be exactly 6 digits.'],
    ] as const) {
      expect(await readRejection(await verify({ requestId, otpCode }))).toBe(message);
    }
    expect(await readRejection(await verify({ otpCode: '123456' }))).toBe("Please enter a patient's phone number");
    const [row] = await query<{ attempts: number }>('SELECT attempts FROM otp_verifications WHERE id = $1', [
      requestId,
    ]);
    expect(row?.attempts).toBe(0);
  });

  it('expires after ten minutes (T-OTP3)', async () => {
    testApp.clock.freeze();
    const inTime = await requestCode(known);
    testApp.advanceClock(10 * minuteMs - 5_000);
    expect((await verify({ requestId: inTime.requestId, otpCode: inTime.code })).status).toBe(200);
    testApp.clock.unfreeze();
    const late = await requestCode(known);
    testApp.advanceClock(10 * minuteMs);
    expect(await readRejection(await verify({ requestId: late.requestId, otpCode: late.code }))).toBe(wrongMessage);
  });

  it('is replaced by a resent code that keeps the attempt count (T-OTP4)', async () => {
    const first = await requestCode(known);
    for (let attempt = 0; attempt < 3; attempt += 1) await verify({ patientPhone: known, otpCode: wrong(first.code) });
    testApp.advanceClock(minuteMs);
    const second = await requestCode(known);
    expect(await readRejection(await verify({ patientPhone: known, otpCode: first.code }))).toBe(wrongMessage);
    expect(await readRejection(await verify({ requestId: first.requestId, otpCode: first.code }))).toBe(wrongMessage);
    expect((await verify({ patientPhone: known, otpCode: second.code })).status).toBe(200);
    const [row] = await query<{ attempts: number }>('SELECT attempts FROM otp_verifications WHERE id = $1', [
      second.requestId,
    ]);
    expect(row?.attempts).toBe(5);
  });

  it('can be requested again after 60 s and not before, also for an unknown number', async () => {
    const texts: string[] = [];
    for (const phone of [known, '+306955555501']) {
      testApp.clock.freeze();
      expect((await request(phone)).status).toBe(200);
      testApp.advanceClock(500); // 59.5 s remain: the whole seconds do not depend on the machine's speed
      const early = await request(phone);
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(55);
      texts.push(await readRejection(early, 429));
      testApp.clock.unfreeze();
      testApp.advanceClock(minuteMs);
      expect((await request(phone)).status).toBe(200);
    }
    expect(texts[0]).toMatch(/\b\d+ seconds/);
    expect(texts[1]).toBe(texts[0]);
  });

  it('is sent at most three times an hour and five times a day to a number, over all doctors (T-OTP5)', async () => {
    const phone = '+306955555502';
    const statusOfRequest = async (requester: DoctorFixture) => (await request(phone, requester.client)).status;
    for (const requester of [doctor, other, doctor]) {
      expect(await statusOfRequest(requester)).toBe(200);
      testApp.advanceClock(minuteMs);
    }
    expect([await statusOfRequest(doctor), await statusOfRequest(other)]).toEqual([429, 429]);
    expect(await readRejection(await request(phone), 429)).toBe(validation.codes_this_hour);
    testApp.advanceClock(hourMs);
    for (const client of [doctor, other])
      await client.client.signIn(routes.auth.doctorLogin.path, { email: client.email, password: client.password });
    for (const requester of [doctor, other]) {
      expect(await statusOfRequest(requester)).toBe(200);
      testApp.advanceClock(minuteMs);
    }
    expect([await statusOfRequest(doctor), await statusOfRequest(other)]).toEqual([429, 429]);
    expect(await readRejection(await request(phone), 429)).toBe(validation.codes_today);
  });

  it('is sent to at most ten numbers a day per doctor, also for parallel requests', async () => {
    const phones = Array.from({ length: 14 }, (_, index) => `+3069666666${String(index + 10)}`);
    const responses = await Promise.all(phones.map((phone) => request(phone)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(10);
    const limited = responses.filter((response) => response.status === 429);
    expect(limited).toHaveLength(4);
    for (const response of limited) expect(await readRejection(response, 429)).toBe(validation.numbers_today);
    expect((await request('+306955555503', other.client)).status).toBe(200);
  });

  it('is sent to at most thirty numbers a week per doctor', async () => {
    await query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`);
    for (let day = 0; day < 3; day += 1) {
      const phones = Array.from({ length: 10 }, (_, index) => `+3069777${day}7${String(index + 100)}`);
      const responses = await Promise.all(phones.map((phone) => request(phone)));
      expect(responses.map((response) => response.status)).toEqual(phones.map(() => 200));
      await query(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
    }
    expect(await readRejection(await request('+306977788999'), 429)).toBe(validation.numbers_this_week);
    // a number of this week may be requested again; the first ten numbers leave the seven-day window
    expect((await request('+306977727100')).status).toBe(200);
    await query(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
    expect((await request('+306977788999')).status).toBe(200);
  });

  it('rejects a request for anything but a mobile number', async () => {
    expect(await readRejection(await request(''))).toBe("Please enter a patient's phone number");
    for (const phone of ['123', '+30 210 555 0100', 'not a number', '+3069000000011111']) {
      expect(await readRejection(await request(phone))).toBe('Please enter a valid phone number');
    }
  });

  it("is sent in one SMS in the patient's language with a single group of six digits", async () => {
    const before = await testApp.outbox.countSms(known);
    const { code } = await requestCode(known);
    const sms = await testApp.outbox.nextSms(known, before);
    expect(sms.text.match(/\d{6}/g)).toEqual([code]);
    expect(sms.text).toMatch(/Κωδικός/);
    expect(await testApp.outbox.countSms(known)).toBe(before + 1);
  });

  it('is stored neither in plain text nor after its use', async () => {
    const { requestId, code } = await requestCode(known);
    await verify({ requestId, otpCode: code });
    const [row] = await query<{ code_mac: Buffer | null }>('SELECT code_mac FROM otp_verifications WHERE id = $1', [
      requestId,
    ]);
    expect(row?.code_mac).toBeNull();
    // the link that follows the code may still be waiting; every sent message has an empty text
    const storedTexts = () => query(`SELECT 1 FROM outbox_messages WHERE sealed IS NOT NULL AND state <> 'waiting'`);
    await waitUntil(async () => (await storedTexts()).length === 0);
    expect(center.patient.phone).toBe(known);
  });
});
