import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { phoneA } from '../../harness/cast.ts';
import { tokenIn } from '../../harness/outbox.ts';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { type Answer, type Ask, jsonOf, masked } from '../send.ts';
import { passesGates, type SignedActor } from '../stage.ts';
import { expectNoP1 } from './center.ts';

const requestPath = routes.doctor.requestPatientAccess.path;
const verifyPath = routes.doctor.verifyOtp.path;
const get = (path: string): Ask => ({ method: 'GET', path });
const request = (patientPhone: string): Ask => ({ method: 'POST', path: requestPath, json: { patientPhone } });
const verify = (name: { patientPhone: string } | { requestId: string }, otpCode: string): Ask => ({
  method: 'POST',
  path: verifyPath,
  json: { ...name, otpCode },
});

const strangersPhone = ({ stage }: Attempt) => `+3068${String(70_000_000 + stage.next())}`;

/** Status, names of headers and body are the same for a patient's number and for nobody's. */
async function expectAlike(attempt: Attempt, answer: Answer): Promise<void> {
  const { phone } = await attempt.stage.newPatient();
  await attempt.stage.freshLimits();
  const known = await attempt.send(request(phone));
  expect(Object.keys(answer.headers)).toEqual(Object.keys(known.headers));
  expect(masked(answer)).toBe(masked(known));
}

const phoneOfNobody: Variant = {
  run: async (attempt) => {
    await attempt.stage.freshLimits();
    return await attempt.send(request(strangersPhone(attempt)));
  },
  demand: async (answer, attempt) => {
    const { requestId } = z.object({ requestId: z.string() }).parse(jsonOf(answer));
    const messages = await attempt.stage.sql('SELECT state FROM outbox_messages WHERE otp_id = $1', [requestId]);
    expect(messages, 'the code of a decoy is never sent').toEqual([{ state: 'decoy' }]);
    await expectAlike(attempt, answer);
  },
};

const requests: Variants = {
  [`POST ${requestPath} phone_of_P1`]: {
    run: async (attempt) => {
      await attempt.stage.freshLimits();
      return await attempt.send(request(phoneA));
    },
  },
  [`POST ${requestPath} phone_of_nobody`]: phoneOfNobody,
  [`POST ${requestPath} bad_phone`]: {
    run: async (attempt) => [
      await attempt.send(request('691234567')),
      await attempt.send(request('+306912345678901234')),
    ],
  },
  [`POST ${requestPath} over_rate_limit`]: {
    run: async (attempt) => {
      const answers: Answer[] = [];
      for (const phone of [(await attempt.stage.newPatient()).phone, strangersPhone(attempt)]) {
        await attempt.stage.freshLimits();
        await attempt.send(request(phone));
        answers.push(await attempt.send(request(phone)));
      }
      if (passesGates(attempt.actor)) for (const { headers } of answers) expect(headers['retry-after']).toBeDefined();
      return answers;
    },
  },
};

interface Code {
  phone: string;
  requestId: string;
  code: string;
}

/** A code that a doctor asked for and a patient got. */
async function codeFor({ stage }: Attempt, actor: SignedActor): Promise<Code> {
  const { phone } = await stage.newPatient();
  return { phone, ...(await stage.ask(await stage.client(actor), phone)) };
}

/** Another code than the given one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Whoever cannot ask for a code sends any; the others play the variant with a code of their own. */
function withCode(play: (attempt: Attempt, code: Code, actor: SignedActor) => Promise<Answer | Answer[]>): Variant {
  return {
    run: async (attempt) => {
      const { actor } = attempt;
      if (actor === 'anonymous' || !passesGates(actor))
        return await attempt.send(verify({ patientPhone: phoneA }, '123456'));
      return await play(attempt, await codeFor(attempt, actor), actor);
    },
  };
}

const correctCode: Variant = withCode(async (attempt, { phone, code }) => {
  const answer = await attempt.send(verify({ patientPhone: phone }, code));
  const link = await attempt.stage.world.outbox.nextSms(phone, 1);
  expect(tokenIn(link.text)).toHaveLength(27);
  const [access] = await attempt.stage.sql(
    'SELECT count(*), min(a.status) AS status FROM patient_access a JOIN patients p ON p.id = a.patient_id JOIN access_requests r ON r.id = a.request_id WHERE r.phone_index = (SELECT phone_index FROM otp_verifications ORDER BY id DESC LIMIT 1)',
  );
  expect(access).toEqual({ count: 1, status: 'pending' });
  return answer;
});

const codeOfAnother: Variant = {
  run: async (attempt) => {
    const owner: SignedActor = attempt.actor === 'doctor_consent' ? 'doctor_no_consent' : 'doctor_consent';
    const { phone, requestId, code } = await attempt.stage.codeOf(owner);
    return [await attempt.send(verify({ patientPhone: phone }, code)), await attempt.send(verify({ requestId }, code))];
  },
};

const noRequestOrDecoy: Variant = withCode(async (attempt, { phone, code }) => {
  const [decoy, never] = [strangersPhone(attempt), strangersPhone(attempt)];
  await attempt.send(request(decoy));
  const answers = [
    await attempt.send(verify({ patientPhone: never }, '123456')),
    await attempt.send(verify({ patientPhone: decoy }, '123456')),
  ];
  const wrong = await attempt.send(verify({ patientPhone: phone }, otherThan(code)));
  for (const answer of answers) expect(answer.text).toBe(wrong.text);
  return answers;
});

const lifetimeMs = 10 * 60_000; // product, "Doctor's path" 4

const expiredCode: Variant = withCode(async (attempt, { phone, code }, actor) => {
  attempt.stage.pass(lifetimeMs + 1_000);
  return await attempt.send(verify({ patientPhone: phone }, code), await attempt.stage.client(actor));
});

const sixthAttempt: Variant = withCode(async (attempt, { phone, code }) => {
  for (let turn = 0; turn < 5; turn += 1) await attempt.send(verify({ patientPhone: phone }, otherThan(code)));
  return await attempt.send(verify({ patientPhone: phone }, code));
});

const verifications: Variants = {
  [`POST ${verifyPath} correct_code_own_request`]: correctCode,
  [`POST ${verifyPath} wrong_code`]: withCode((attempt, { phone, code }) =>
    attempt.send(verify({ patientPhone: phone }, otherThan(code))),
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

const onlyConsentSeesP1: Variant['demand'] = (answer, { actor, stage }) => {
  if (actor === 'doctor_consent') expect(answer.text).toContain(stage.world.cast.centerA.patient.patientId);
  else expectNoP1(answer, stage);
};

export const doctor: Variants = {
  'GET /api/doctor/dashboard default': plain(
    () => get('/api/doctor/dashboard'),
    (answer, { actor }) => {
      const { recentActivity } = routes.doctor.dashboard.reply.parse(jsonOf(answer));
      if (actor === 'doctor_unverified') expect(recentActivity).toEqual([]);
      if (actor === 'doctor_unsubscribed') expect(answer.text).not.toContain('Παπαδοπούλου');
    },
  ),
  'GET /api/doctor/accessible-patients default': plain(() => get('/api/doctor/accessible-patients'), onlyConsentSeesP1),
  'GET /api/doctor/patient-exams/{P1} default': plain(
    ({ stage }) => get(`/api/doctor/patient-exams/${stage.world.cast.centerA.patient.patientId}`),
    (answer, { stage }) => expect(answer.text).toContain(stage.world.cast.centerA.examId),
  ),
  'GET /api/doctor/requests default': plain(
    () => get('/api/doctor/requests'),
    (answer) => {
      for (const { phone } of routes.doctor.requests.reply.parse(jsonOf(answer))) expect(phone).toMatch(/^\D*\d{3}$/);
    },
  ),
  ...requests,
  ...verifications,
};
