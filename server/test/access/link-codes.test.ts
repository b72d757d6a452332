import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DoctorFixture, requestConsentLink } from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { racingConnections, startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const { lookup, respond, change, revoke } = routes.patientAccess;
const phone = '+306900000001';
const minuteMs = 60_000;

let testApp: TestAppWithFixtures;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures({ connections: racingConnections });
});
afterAll(() => testApp.close());

const post = async (path: string, body: object) => {
  const response = await testApp.anonymous.json('POST', path, body);
  const text = await response.text();
  return { status: response.status, code: response.ok ? null : problem.parse(JSON.parse(text)).code, text };
};
const grant = (accessToken: string, more: object = {}) =>
  post(respond.path, { accessToken, response: 'grant', days: 7, ...more });
const nextCode = async (before: number) => codeIn((await testApp.outbox.nextSms(phone, before)).text);
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
const newLinkOf = async (doctor: DoctorFixture) => {
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  return await requestConsentLink(testApp, doctor, phone);
};
/** A day later no earlier SMS counts against the number's limits. */
const newLink = async () => {
  testApp.advanceClock(25 * 60 * minuteMs);
  return await newLinkOf(testApp.fixtures.doctors.noConsent);
};

it('grants by the link alone within 30 minutes, and later only by the code that went to the phone', async () => {
  const token = await newLink();
  testApp.advanceClock(31 * minuteMs);
  const before = await testApp.outbox.countSms(phone);
  const refused = await grant(token);
  expect(refused).toMatchObject({ status: 403, code: 'code_required' });
  expect(refused.text).toContain('…001');
  const { text } = await testApp.outbox.nextSms(phone, before);
  expect(text).toMatch(/εξετάσεις/);
  expect(text).not.toContain('http');
  const code = codeIn(text);
  // pressed again: no second SMS, since one was just sent
  expect((await grant(token)).code).toBe('code_required');
  expect(await testApp.outbox.countSms(phone)).toBe(before + 1);
  expect((await grant(token, { code: wrongFor(code) })).code).toBe('otp_invalid');
  expect((await testApp.anonymous.call(lookup, { body: { accessToken: token } })).status).toBe('pending');
  expect((await grant(token, { code })).status).toBe(200);
  // the reply was lost: the same call again
  expect((await grant(token, { code })).status).toBe(200);
  await testApp.anonymous.call(revoke, { body: { accessToken: token } });

  const soon = await newLink();
  testApp.advanceClock(29 * minuteMs);
  expect((await grant(soon)).status).toBe(200);
  await testApp.anonymous.call(revoke, { body: { accessToken: soon } });
});

it('needs no code to deny, narrow, shorten or revoke, and one to lengthen or widen', async () => {
  const token = await newLink();
  expect((await grant(token, { days: 30, examTypes: ['ct', 'mri'] })).status).toBe(200);
  const { records } = await testApp.anonymous.call(lookup, { body: { accessToken: token } });
  const edit = (body: object) => post(change.path, { accessToken: token, patientId: records[0]?.patientId, ...body });
  expect((await edit({ days: 7 })).status).toBe(200);
  expect((await edit({ examTypes: ['ct'] })).status).toBe(200);
  expect((await edit({ tellLooks: true })).status).toBe(200);
  const before = await testApp.outbox.countSms(phone);
  for (const more of [{ days: 365 }, { examTypes: ['ct', 'blood'] }, { examTypes: null }])
    expect(await edit(more), JSON.stringify(more)).toMatchObject({ status: 403, code: 'code_required' });
  const code = await nextCode(before);
  expect((await edit({ days: 365, code })).status).toBe(200);
  // a code works once
  expect((await edit({ examTypes: null, code })).code).toBe('otp_invalid');
  expect((await post(revoke.path, { accessToken: token })).status).toBe(200);

  const denied = await newLink();
  testApp.advanceClock(60 * minuteMs);
  expect((await post(respond.path, { accessToken: denied, response: 'deny' })).status).toBe(200);
});

it('accepts five attempts, also at once, three codes an hour, and no code of another link or after ten minutes', async () => {
  testApp.advanceClock(8 * 24 * 60 * minuteMs); // the doctor waits 7 days after a denial
  const { doctors } = testApp.fixtures;
  const [token, other] = [await newLink(), await newLinkOf(doctors.consent)];
  testApp.advanceClock(31 * minuteMs);
  let before = await testApp.outbox.countSms(phone);
  await grant(token);
  const code = await nextCode(before);
  expect((await grant(other, { code })).code).toBe('otp_invalid');
  const guesses = await Promise.all(Array.from({ length: 8 }, () => grant(token, { code: wrongFor(code) })));
  expect(new Set(guesses.map((guess) => guess.code))).toEqual(new Set(['otp_invalid']));
  expect((await grant(token, { code })).code).toBe('otp_invalid');
  testApp.advanceClock(minuteMs + 1_000);
  before = await testApp.outbox.countSms(phone);
  await grant(token);
  const second = await nextCode(before);
  testApp.advanceClock(10 * minuteMs);
  expect((await grant(token, { code: second })).code).toBe('otp_invalid');
  await grant(token);
  testApp.advanceClock(2 * minuteMs);
  expect(await grant(token)).toMatchObject({ status: 429, code: 'rate_limited' });
});

it('keeps the used attempts when a code is sent again', async () => {
  const token = await newLink();
  testApp.advanceClock(31 * minuteMs);
  let before = await testApp.outbox.countSms(phone);
  await grant(token);
  const first = await nextCode(before);
  for (let used = 0; used < 3; used += 1)
    expect((await grant(token, { code: wrongFor(first) })).code).toBe('otp_invalid');
  testApp.advanceClock(minuteMs + 1_000);
  before = await testApp.outbox.countSms(phone);
  expect((await grant(token)).code).toBe('code_required');
  const second = await nextCode(before);
  for (let used = 0; used < 2; used += 1)
    expect((await grant(token, { code: wrongFor(second) })).code).toBe('otp_invalid');
  expect((await grant(token, { code: second })).code).toBe('otp_invalid');
});
