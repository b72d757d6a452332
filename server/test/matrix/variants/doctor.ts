import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { phoneA } from '../../harness/fixtures.ts';
import { tokenIn } from '../../harness/outbox.ts';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import type { SignedActor } from '../matrix-accounts.ts';
import { isActiveDoctor } from '../matrix-fixture.ts';
import { jsonOf, masked, type RequestSpec, type TestResponse } from '../send.ts';
import { expectNoP1 } from './center.ts';

const requestPath = routes.doctor.requestPatientAccess.path;
const verifyPath = routes.doctor.verifyOtp.path;
const get = (path: string): RequestSpec => ({ method: 'GET', path });
const request = (patientPhone: string): RequestSpec => ({ method: 'POST', path: requestPath, json: { patientPhone } });
const verify = (name: { patientPhone: string } | { requestId: string }, otpCode: string): RequestSpec => ({
  method: 'POST',
  path: verifyPath,
  json: { ...name, otpCode },
});

const newUnknownPhone = ({ fixture }: Attempt) => `+3068${String(70_000_000 + fixture.nextNumber())}`;

/** Expects the same status, header names and body for a patient's number and an unknown one. */
async function expectSameAsKnown(attempt: Attempt, response: TestResponse): Promise<void> {
  const { phone } = await attempt.fixture.newPatient();
  await attempt.fixture.resetLimits();
  const known = await attempt.send(request(phone));
  expect(Object.keys(response.headers)).toEqual(Object.keys(known.headers));
  expect(masked(response)).toBe(masked(known));
}

const unknownPhone: Variant = {
  run: async (attempt) => {
    await attempt.fixture.resetLimits();
    return await attempt.send(request(newUnknownPhone(attempt)));
  },
  demand: async (response, attempt) => {
    const { requestId } = z.object({ requestId: z.string() }).parse(jsonOf(response));
    const messages = await attempt.fixture.sql('SELECT state FROM outbox_messages WHERE otp_id = $1', [requestId]);
    expect(messages, 'the code of a decoy is never sent').toEqual([{ state: 'decoy' }]);
    await expectSameAsKnown(attempt, response);
  },
};

const requests: Variants = {
  [`POST ${requestPath} phone_of_P1`]: {
    run: async (attempt) => {
      await attempt.fixture.resetLimits();
      return await attempt.send(request(phoneA));
    },
  },
  [`POST ${requestPath} phone_of_nobody`]: unknownPhone,
  [`POST ${requestPath} bad_phone`]: {
    run: async (attempt) => [
      await attempt.send(request('691234567')),
      await attempt.send(request('+306912345678901234')),
    ],
  },
  [`POST ${requestPath} over_rate_limit`]: {
    run: async (attempt) => {
      const responses: TestResponse[] = [];
      for (const phone of [(await attempt.fixture.newPatient()).phone, newUnknownPhone(attempt)]) {
        await attempt.fixture.resetLimits();
        await attempt.send(request(phone));
        responses.push(await attempt.send(request(phone)));
      }
      if (isActiveDoctor(attempt.actor))
        for (const { headers } of responses) expect(headers['retry-after']).toBeDefined();
      return responses;
    },
  },
};

interface Code {
  phone: string;
  requestId: string;
  code: string;
}

/** Requests a code for a new patient and returns it. */
async function codeFor({ fixture }: Attempt, actor: SignedActor): Promise<Code> {
  const { phone } = await fixture.newPatient();
  return { phone, ...(await fixture.requestCode(await fixture.client(actor), phone)) };
}

/** Returns a code other than the given one. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Creates a variant with the actor's own code. Actors that cannot request a code send any. */
function withCode(
  run: (attempt: Attempt, code: Code, actor: SignedActor) => Promise<TestResponse | TestResponse[]>,
): Variant {
  return {
    run: async (attempt) => {
      const { actor } = attempt;
      if (actor === 'anonymous' || !isActiveDoctor(actor))
        return await attempt.send(verify({ patientPhone: phoneA }, '123456'));
      return await run(attempt, await codeFor(attempt, actor), actor);
    },
  };
}

const correctCode: Variant = withCode(async (attempt, { phone, code }) => {
  const response = await attempt.send(verify({ patientPhone: phone }, code));
  const link = await attempt.fixture.testApp.outbox.nextSms(phone, 1);
  expect(tokenIn(link.text)).toHaveLength(27);
  const [access] = await attempt.fixture.sql(
    'SELECT count(*), min(a.status) AS status FROM patient_access a JOIN patients p ON p.id = a.patient_id JOIN access_requests r ON r.id = a.request_id WHERE r.phone_index = (SELECT phone_index FROM otp_verifications ORDER BY id DESC LIMIT 1)',
  );
  expect(access).toEqual({ count: 1, status: 'pending' });
  return response;
});

const codeOfAnother: Variant = {
  run: async (attempt) => {
    const owner: SignedActor = attempt.actor === 'doctor_consent' ? 'doctor_no_consent' : 'doctor_consent';
    const { phone, requestId, code } = await attempt.fixture.codeOf(owner);
    return [await attempt.send(verify({ patientPhone: phone }, code)), await attempt.send(verify({ requestId }, code))];
  },
};

const noRequestOrDecoy: Variant = withCode(async (attempt, { phone, code }) => {
  const [decoy, never] = [newUnknownPhone(attempt), newUnknownPhone(attempt)];
  await attempt.send(request(decoy));
  const responses = [
    await attempt.send(verify({ patientPhone: never }, '123456')),
    await attempt.send(verify({ patientPhone: decoy }, '123456')),
  ];
  const wrong = await attempt.send(verify({ patientPhone: phone }, otherCode(code)));
  for (const response of responses) expect(response.text).toBe(wrong.text);
  return responses;
});

const lifetimeMs = 10 * 60_000; // product, "Doctor's path" 4

const expiredCode: Variant = withCode(async (attempt, { phone, code }, actor) => {
  attempt.fixture.advanceClock(lifetimeMs + 1_000);
  return await attempt.send(verify({ patientPhone: phone }, code), await attempt.fixture.client(actor));
});

const sixthAttempt: Variant = withCode(async (attempt, { phone, code }) => {
  for (let attemptNumber = 0; attemptNumber < 5; attemptNumber += 1)
    await attempt.send(verify({ patientPhone: phone }, otherCode(code)));
  return await attempt.send(verify({ patientPhone: phone }, code));
});

const verifications: Variants = {
  [`POST ${verifyPath} correct_code_own_request`]: correctCode,
  [`POST ${verifyPath} wrong_code`]: withCode((attempt, { phone, code }) =>
    attempt.send(verify({ patientPhone: phone }, otherCode(code))),
  ),
  [`POST ${verifyPath} code_of_another_doctor`]: codeOfAnother,
  [`POST ${verifyPath} no_request_or_decoy`]: noRequestOrDecoy,
  [`POST ${verifyPath} expired_code`]: expiredCode,
  [`POST ${verifyPath} sixth_attempt`]: sixthAttempt,
  [`POST ${verifyPath} replayed_code`]: withCode(async (attempt, { phone, requestId, code }) => {
    expect((await attempt.send(verify({ patientPhone: phone }, code))).status).toBe(200);
    return [await attempt.send(verify({ patientPhone: phone }, code)), await attempt.send(verify({ requestId }, code))];
  }),
};

const checkOnlyConsentSeesP1: Variant['demand'] = (response, { actor, fixture }) => {
  if (actor === 'doctor_consent') expect(response.text).toContain(fixture.testApp.fixtures.centerA.patient.patientId);
  else expectNoP1(response, fixture);
};

export const doctor: Variants = {
  'GET /api/doctor/dashboard default': plain(
    () => get('/api/doctor/dashboard'),
    (response, { actor }) => {
      const { recentActivity } = routes.doctor.dashboard.reply.parse(jsonOf(response));
      if (actor === 'doctor_unverified') expect(recentActivity).toEqual([]);
      if (actor === 'doctor_unsubscribed') expect(response.text).not.toContain('Παπαδοπούλου');
    },
  ),
  'GET /api/doctor/worklist default': plain(() => get('/api/doctor/worklist'), checkOnlyConsentSeesP1),
  // marks only what the doctor may see now
  'POST /api/doctor/worklist/seen default': plain(
    ({ fixture }) => ({
      method: 'POST',
      path: '/api/doctor/worklist/seen',
      json: { ids: [fixture.testApp.fixtures.centerA.examId] },
    }),
    (response, { actor }) => {
      const { seen } = routes.doctor.markSeen.reply.parse(jsonOf(response));
      if (actor !== 'doctor_consent') expect(seen).toBe(0);
    },
  ),
  'GET /api/doctor/accessible-patients default': plain(
    () => get('/api/doctor/accessible-patients'),
    checkOnlyConsentSeesP1,
  ),
  'GET /api/doctor/patient-exams/{P1} default': plain(
    ({ fixture }) => get(`/api/doctor/patient-exams/${fixture.testApp.fixtures.centerA.patient.patientId}`),
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.centerA.examId),
  ),
  'GET /api/doctor/requests default': plain(
    () => get('/api/doctor/requests'),
    (response) => {
      for (const { phone } of routes.doctor.requests.reply.parse(jsonOf(response))) expect(phone).toMatch(/^\D*\d{3}$/);
    },
  ),
  ...requests,
  ...verifications,
};
