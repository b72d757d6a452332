import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '../../src/domain/core/purge-expired.ts';
import { createDoctor, type DoctorFixture, requestConsentLink } from '../harness/fixtures.ts';
import { codeIn, tokenIn } from '../harness/outbox.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const dayMs = 86_400_000;
const { block, blockLookup, lookup } = routes.patientAccess;

/** Security 2, attack 13: the link at the end of the code message lets the patient block the doctor. */
describe('block link', () => {
  let testApp: TestAppWithFixtures;
  let doctor: DoctorFixture;
  let phone: string;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    doctor = await createDoctor(testApp, testApp.fixtures.admin, 'Asker');
  });
  afterAll(() => testApp.close());

  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  /** Requests access and returns the message that the patient receives. */
  const requestCode = async (requester = doctor) => {
    const before = await testApp.outbox.countSms(phone);
    const reply = await request(requester);
    const { text } = await testApp.outbox.nextSms(phone, before);
    return { ...reply, text, code: codeIn(text), token: tokenIn(text) };
  };
  const request = async (requester: DoctorFixture) =>
    await requester.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const registerPatient = async () => {
    createdCount += 1;
    phone = `+30697111${String(createdCount).padStart(4, '0')}`;
    await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Δοκιμή', dateOfBirth: '1961-02-03', gender: 'Female', phone },
    });
  };
  const ageCodes = () => sql(`UPDATE otp_verifications SET created_at = created_at - interval '2 days'`);
  const lookUpBlock = (token: string) => testApp.anonymous.call(blockLookup, { body: { accessToken: token } });
  const blockDoctor = (token: string) => testApp.anonymous.call(block, { body: { accessToken: token } });
  const events = () =>
    sql(`SELECT actor_kind, object_id::text, details FROM audit_events WHERE event = 'doctor_blocked'`);

  it('names the doctor and changes nothing when it is opened', async () => {
    await registerPatient();
    const { token, requestId, code } = await requestCode();
    const state = await lookUpBlock(token);
    expect(state).toMatchObject({
      doctor: { lastName: 'Σταυρίδου Asker', standing: 'verified' },
      language: 'el',
      days: 90,
      blockedUntil: null,
    });
    await doctor.client.call(routes.doctor.verifyOtp, { body: { requestId, otpCode: code } });
    expect(await events()).toEqual([]);
  });

  it("cancels the code and blocks the doctor's requests for 90 days without telling the doctor", async () => {
    await registerPatient();
    const first = await requestCode();
    const { blockedUntil } = await blockDoctor(first.token);
    expect(await blockDoctor(first.token)).toEqual({ blockedUntil });
    expect((await lookUpBlock(first.token)).blockedUntil).toBe(blockedUntil);
    expect(await events()).toEqual([{ actor_kind: 'patient', object_id: doctor.id, details: { days: 90 } }]);
    const attempt = doctor.client.call(routes.doctor.verifyOtp, {
      body: { requestId: first.requestId, otpCode: first.code },
    });
    await expect(attempt).rejects.toMatchObject({ status: 400 });

    await ageCodes();
    const sent = await testApp.outbox.countSms(phone);
    expect(Object.keys(await request(doctor))).toEqual(Object.keys(await request(testApp.fixtures.doctors.noConsent)));
    // Only the other doctor's message arrives: the blocked doctor's message was queued first and is not sent.
    const { text } = await testApp.outbox.nextSms(phone, sent);
    expect(text).not.toContain('Asker');
    expect(await testApp.outbox.countSms(phone)).toBe(sent + 1);

    testApp.advanceClock(91 * dayMs);
    const { email, password } = doctor;
    await sql(`UPDATE users SET subscription_end_date = subscription_end_date + 365 WHERE email = $1`, [email]);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password });
    expect((await requestCode()).text).toContain('Asker');
    await expect(lookUpBlock(first.token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('is not accepted as a consent link, nor the reverse, and is deleted by the purge', async () => {
    const { centerId, password, client } = testApp.fixtures.centerA;
    await client.signIn(routes.auth.centerLogin.path, { centerId, password });
    await registerPatient();
    const { token } = await requestCode();
    const asConsent = testApp.anonymous.call(lookup, { body: { accessToken: token } });
    await expect(asConsent).rejects.toMatchObject({ code: 'link_invalid' });
    await ageCodes();
    const consent = await requestConsentLink(testApp, doctor, phone);
    await expect(blockDoctor(consent)).rejects.toMatchObject({ code: 'link_invalid' });
    await blockDoctor(token);
    testApp.advanceClock(121 * dayMs);
    await purgeExpired(testApp.app.context);
    const countRows =
      'SELECT (SELECT count(*) FROM block_links) AS links, (SELECT count(*) FROM phone_blocks) AS blocks';
    expect(await sql(countRows)).toEqual([{ links: 0, blocks: 0 }]);
  });
});
