import { type LinkState, routes } from '@medcloud/contract';
import { readMobile } from '@medcloud/server/src/domain/patients/phone.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { codeIn, tokenIn } from '@medcloud/server/test/harness/outbox.ts';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { later } from '../calendar.ts';
import { doctors } from '../cast/doctors.ts';
import { type CastRequest, requests } from '../cast/requests.ts';
import { type Chore, nobody, type Stage } from '../stage.ts';
import type { Registered } from './patients.ts';
import { oneOf, pick, readingHour } from './rhythm.ts';

/** Every request of the year: those that the cast names, and further ones of busy doctors, each pair once. */
export function requestChores(stage: Stage, patients: readonly Registered[]): Chore[] {
  const random = new Seeded('requests');
  const further = furtherRequests(stage, patients, random);
  return [
    ...requests.flatMap((request) => story(stage, patients, request, askedAt(stage, request), random)),
    ...further.flatMap(({ request, at }) => story(stage, patients, request, at, random)),
  ];
}

function askedAt({ calendar }: Stage, { daysAgo, minutesAgo }: CastRequest): Date {
  return minutesAgo === undefined ? calendar.at(daysAgo, 12.3) : calendar.minutesAgo(minutesAgo);
}

const outcomes: readonly Pick<CastRequest, 'answer' | 'days' | 'examTypes' | 'revokedAfterDays'>[] = [
  { answer: 'grant', days: 30 },
  { answer: 'grant', days: 365 },
  { answer: 'grant', days: 90 },
  { answer: 'grant', days: 7 },
  { answer: 'deny' },
  { answer: 'grant', days: 365, examTypes: ['mri', 'ct', 'pet-ct'] },
  { answer: 'grant', days: 90, revokedAfterDays: 11 },
  { answer: 'silence' },
];

function furtherRequests({ calendar, size }: Stage, patients: readonly Registered[], random: Seeded) {
  const busy = doctors.filter(({ isBusy }) => isBusy);
  const taken = new Set(requests.map(({ doctor, patient }) => `${doctor} ${patient}`));
  const asked: { request: CastRequest; at: Date }[] = [];
  for (let tries = 0; asked.length < size.furtherRequests && tries < 500; tries++) {
    const [doctor, patient] = [pick(random, busy), pick(random, patients)];
    const since = Math.min(doctor.appliedDaysAgo, patient.cast.registeredDaysAgo) - 3;
    const pair = `${doctor.email} ${patient.cast.name}`;
    if (!patient.cast.phone || since < 2 || taken.has(pair)) continue;
    taken.add(pair);
    const request = { doctor: doctor.email, patient: patient.cast.name, daysAgo: 0, ...pick(random, outcomes) };
    asked.push({ request, at: readingHour(random, calendar, since) });
  }
  return asked;
}

/** The request, the code read out, the patient's answer on the link, and what the patient does with it later. */
function story(stage: Stage, patients: readonly Registered[], request: CastRequest, at: Date, random: Seeded): Chore[] {
  const subjects = patients.filter(({ cast }) => cast.name === request.patient);
  const phone = readMobile(subjects[0]?.cast.phone ?? '');
  if (phone === null) throw new Error(`${request.patient} has no number to ask by.`);
  let token = '';
  const asked: Chore = {
    at,
    actor: { kind: 'doctor', email: request.doctor },
    play: async (doctor) => {
      token = await askAndVerify(stage, doctor, phone);
    },
  };
  const only = request.only === undefined ? undefined : patients.filter(({ cast }) => cast.name === request.only);
  const answeredAt = later(at, 12 + oneOf(random, 600));
  const answer = by(answeredAt, async (patient) => answerLink(patient, token, request, only));
  const followUps = [
    ...(request.revokedAfterDays === undefined
      ? []
      : [by(later(answeredAt, request.revokedAfterDays * 1_440), (patient) => revoke(patient, token))]),
    ...(request.lengthenedAfterDays === undefined
      ? []
      : [by(later(answeredAt, request.lengthenedAfterDays * 1_440), (patient) => lengthen(patient, token))]),
  ];
  return request.answer === 'silence' ? [asked] : [asked, answer, ...followUps];
}

const by = (at: Date, play: Chore['play']): Chore => ({ at, actor: nobody, play });

async function askAndVerify({ outbox, clock }: Stage, doctor: Client, phone: string): Promise<string> {
  const before = await outbox.countSms(phone);
  await doctor.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const code = codeIn((await outbox.nextSms(phone, before)).text);
  clock.moveTo(later(clock.now(), 2));
  await doctor.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode: code } });
  return tokenIn((await outbox.nextSms(phone, before + 1)).text);
}

async function answerLink(
  patient: Client,
  accessToken: string,
  { answer, days, examTypes }: CastRequest,
  only: readonly Registered[] | undefined,
): Promise<void> {
  const { language, records } = await look(patient, accessToken);
  const chosen = {
    ...(days === undefined ? {} : { days }),
    ...(examTypes === undefined ? {} : { examTypes: [...examTypes] }),
    // where a number serves several persons the page asks for whom
    patientIds: only?.map((each) => each.patientId()) ?? records.map(({ patientId }) => patientId),
  };
  const response = answer === 'grant' ? 'grant' : 'deny';
  await patient.call(routes.patientAccess.respond, { body: { accessToken, response, language, ...chosen } });
}

async function revoke(patient: Client, accessToken: string): Promise<void> {
  await look(patient, accessToken);
  await patient.call(routes.patientAccess.revoke, { body: { accessToken } });
}

async function lengthen(patient: Client, accessToken: string): Promise<void> {
  const { records } = await look(patient, accessToken);
  const [record] = records;
  if (!record) throw new Error('The link names nobody.');
  await patient.call(routes.patientAccess.change, { body: { accessToken, patientId: record.patientId, days: 365 } });
}

async function look(patient: Client, accessToken: string): Promise<LinkState> {
  return await patient.call(routes.patientAccess.lookup, { body: { accessToken } });
}
