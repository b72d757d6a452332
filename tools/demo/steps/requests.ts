import { type LinkState, routes } from '@medcloud/contract';
import { ApiError } from '@medcloud/contract/api-client';
import { parseMobile } from '@medcloud/server/src/domain/patients/phone.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { codeIn, tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { addMinutes } from '../calendar.ts';
import { doctors } from '../people/doctors.ts';
import { type DemoRequest, requests } from '../people/requests.ts';
import { anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';
import type { RegisteredPatient } from './patients.ts';
import { pick, pickIndex, pickReadingTime } from './random-times.ts';

/** Creates every request of the year: the fixed ones, and random ones of busy doctors, each pair once. */
export function createRequestSteps(seedContext: SeedContext, patients: readonly RegisteredPatient[]): SeedStep[] {
  const random = new Seeded('requests');
  const further = createFurtherRequests(seedContext, patients, random);
  return [
    ...requests.flatMap((request) =>
      createStorySteps(seedContext, patients, request, getRequestTime(seedContext, request), random),
    ),
    ...further.flatMap(({ request, at }) => createStorySteps(seedContext, patients, request, at, random)),
  ];
}

function getRequestTime({ calendar }: SeedContext, { daysAgo, minutesAgo }: DemoRequest): Date {
  return minutesAgo === undefined ? calendar.at(daysAgo, 12.3) : calendar.minutesAgo(minutesAgo);
}

const outcomes: readonly Pick<DemoRequest, 'answer' | 'days' | 'examTypes' | 'revokedAfterDays'>[] = [
  { answer: 'grant', days: 30 },
  { answer: 'grant', days: 365 },
  { answer: 'grant', days: 90 },
  { answer: 'grant', days: 7 },
  { answer: 'deny' },
  { answer: 'grant', days: 365, examTypes: ['mri', 'ct', 'pet-ct'] },
  { answer: 'grant', days: 90, revokedAfterDays: 11 },
  { answer: 'silence' },
];

function createFurtherRequests(
  { calendar, size }: SeedContext,
  patients: readonly RegisteredPatient[],
  random: Seeded,
) {
  const busyDoctors = doctors.filter(({ isBusy }) => isBusy);
  const usedPairs = new Set(requests.map(({ doctor, patient }) => `${doctor} ${patient}`));
  const created: { request: DemoRequest; at: Date }[] = [];
  for (let tries = 0; created.length < size.furtherRequests && tries < 500; tries++) {
    const [doctor, patient] = [pick(random, busyDoctors), pick(random, patients)];
    const since = Math.min(doctor.appliedDaysAgo, patient.details.registeredDaysAgo) - 3;
    const pair = `${doctor.email} ${patient.details.name}`;
    if (!patient.details.phone || since < 2 || usedPairs.has(pair)) continue;
    usedPairs.add(pair);
    const request = { doctor: doctor.email, patient: patient.details.name, daysAgo: 0, ...pick(random, outcomes) };
    created.push({ request, at: pickReadingTime(random, calendar, since) });
  }
  return created;
}

/** Creates the steps of one request: request and code, the patient's response, and later changes. */
function createStorySteps(
  seedContext: SeedContext,
  patients: readonly RegisteredPatient[],
  request: DemoRequest,
  at: Date,
  random: Seeded,
): SeedStep[] {
  const subjects = patients.filter(({ details }) => details.name === request.patient);
  const phone = parseMobile(subjects[0]?.details.phone ?? '');
  if (phone === null) throw new Error(`${request.patient} has no phone number.`);
  let token = '';
  const requestStep: SeedStep = {
    at,
    principal: { kind: 'doctor', email: request.doctor },
    run: async (doctor) => {
      token = await requestAndVerify(seedContext, doctor, phone);
    },
  };
  const only = request.only === undefined ? undefined : patients.filter(({ details }) => details.name === request.only);
  const answeredAt = addMinutes(at, 12 + pickIndex(random, 600));
  const answer = createPatientStep(answeredAt, async (patient) =>
    respondToRequest(seedContext, phone, patient, token, request, only),
  );
  const followUps = [
    ...(request.revokedAfterDays === undefined
      ? []
      : [
          createPatientStep(addMinutes(answeredAt, request.revokedAfterDays * 1_440), (patient) =>
            revokeGrant(patient, token),
          ),
        ]),
    ...(request.extendedAfterDays === undefined
      ? []
      : [
          createPatientStep(addMinutes(answeredAt, request.extendedAfterDays * 1_440), (patient) =>
            extendGrant(seedContext, phone, patient, token),
          ),
        ]),
  ];
  return request.answer === 'silence' ? [requestStep] : [requestStep, answer, ...followUps];
}

const createPatientStep = (at: Date, run: SeedStep['run']): SeedStep => ({ at, principal: anonymous, run });

async function requestAndVerify({ outbox, clock }: SeedContext, doctor: Client, phone: string): Promise<string> {
  const before = await outbox.countSms(phone);
  await doctor.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const code = codeIn((await outbox.nextSms(phone, before)).text);
  clock.moveTo(addMinutes(clock.now(), 2));
  await doctor.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode: code } });
  return tokenIn((await outbox.nextSms(phone, before + 1)).text);
}

/** Sends the patient's choice, again with the code from the phone where the link alone is not enough. */
async function sendByPhone(
  { outbox }: SeedContext,
  phone: string,
  send: (code?: { code: string }) => Promise<unknown>,
): Promise<void> {
  const before = await outbox.countSms(phone);
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'code_required') throw error;
    await send({ code: codeIn((await outbox.nextSms(phone, before)).text) });
  }
}

async function respondToRequest(
  seedContext: SeedContext,
  phone: string,
  patient: Client,
  accessToken: string,
  { answer, days, examTypes }: DemoRequest,
  only: readonly RegisteredPatient[] | undefined,
): Promise<void> {
  const { language, records } = await lookUpLink(patient, accessToken);
  const chosen = {
    ...(days === undefined ? {} : { days }),
    ...(examTypes === undefined ? {} : { examTypes: [...examTypes] }),
    // If several persons share the number, the response names the selected ones.
    patientIds: only?.map((each) => each.patientId()) ?? records.map(({ patientId }) => patientId),
  };
  const response = answer === 'grant' ? 'grant' : 'deny';
  const body = { accessToken, response, language, ...chosen } as const;
  await sendByPhone(seedContext, phone, (code) =>
    patient.call(routes.patientAccess.respond, { body: { ...body, ...code } }),
  );
}

async function revokeGrant(patient: Client, accessToken: string): Promise<void> {
  await lookUpLink(patient, accessToken);
  await patient.call(routes.patientAccess.revoke, { body: { accessToken } });
}

async function extendGrant(
  seedContext: SeedContext,
  phone: string,
  patient: Client,
  accessToken: string,
): Promise<void> {
  const { records } = await lookUpLink(patient, accessToken);
  const [record] = records;
  if (!record) throw new Error('The link has no record.');
  const body = { accessToken, patientId: record.patientId, days: 365 } as const;
  await sendByPhone(seedContext, phone, (code) =>
    patient.call(routes.patientAccess.change, { body: { ...body, ...code } }),
  );
}

async function lookUpLink(patient: Client, accessToken: string): Promise<LinkState> {
  return await patient.call(routes.patientAccess.lookup, { body: { accessToken } });
}
