import { type DoctorSignup, type Patient, routes } from '@medcloud/contract';
import * as z from 'zod';
import { signInAsAdmin } from '../factors/admin-passkey.ts';
import { Client } from './client.ts';
import { codeIn, tokenIn } from './outbox.ts';
import { adminLogin, type TestApp } from './test-app.ts';
import { tinyDicom } from './tiny-dicom.ts';

export interface CenterFixture {
  client: Client;
  id: string;
  centerId: string;
  password: string;
  email: string;
  patient: Patient;
  examId: string;
  /** The exam's file as uploaded. */
  file: Buffer;
}

export interface DoctorFixture {
  client: Client;
  id: string;
  userId: string;
  email: string;
  password: string;
}

const doctorNames = ['unverified', 'unsubscribed', 'noConsent', 'consent', 'denied', 'expired', 'revoked'] as const;
export type DoctorName = (typeof doctorNames)[number];

/** The accounts that tests refer to by name. */
export interface Fixtures {
  admin: Client;
  centerA: CenterFixture;
  centerB: CenterFixture;
  doctors: Record<DoctorName, DoctorFixture>;
  /** Token of the link under which `consent` sees center A's patient. */
  consentToken: string;
}

export const phoneA = '+306900000001';
export const phoneB = '+306900000002';
const doctorPassword = 'three small boats';

/** Creates the fixtures over HTTP: centers, patients, exams, and doctors in every state. */
export async function createFixtures(testApp: TestApp): Promise<Fixtures> {
  const admin = await signInAdmin(testApp);
  const centerA = await createCenter(testApp, admin, {
    name: 'Aegean Imaging',
    number: 1,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: phoneA,
  });
  const centerB = await createCenter(testApp, admin, {
    name: 'Ionian Diagnostics',
    number: 2,
    firstName: 'Γιώργος',
    lastName: 'Καραγιάννης',
    phone: phoneB,
  });
  const doctorEntries = await Promise.all(
    doctorNames.map(async (name) => [name, await createDoctor(testApp, admin, name)] as const),
  );
  const doctors = Object.fromEntries(doctorEntries) as Record<DoctorName, DoctorFixture>;
  const consentToken = await requestAndRespond(testApp, doctors.consent, phoneA, 'grant');
  await requestAndRespond(testApp, doctors.unsubscribed, phoneA, 'grant');
  await requestAndRespond(testApp, doctors.denied, phoneA, 'deny');
  // One number receives at most three codes an hour and five a day.
  testApp.advanceClock(25 * 3_600_000);
  await Promise.all(
    [admin, centerA.client, centerB.client].map((client) =>
      client.call(routes.auth.session, {}).catch(() => undefined),
    ),
  );
  await signInAll({ admin, centerA, centerB, doctors });
  const expiredToken = await requestAndRespond(testApp, doctors.expired, phoneA, 'grant', 7);
  const revokedToken = await requestAndRespond(testApp, doctors.revoked, phoneA, 'grant');
  await testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken: revokedToken } });
  await expireGrant(testApp, expiredToken, doctors.expired);
  await unsubscribe(admin, doctors.unsubscribed);
  return { admin, centerA, centerB, doctors, consentToken };
}

/** Returns the same accounts and sessions for a test app whose records and files were copied. */
export function copyFixtures(
  { origin, config }: AppEndpoint,
  { admin, centerA, centerB, doctors, consentToken }: Fixtures,
): Fixtures {
  const copyClient = (client: Client) => client.copy(origin, config);
  const copyCenter = (center: CenterFixture) => ({
    ...center,
    client: copyClient(center.client),
    patient: { ...center.patient },
  });
  const copyDoctor = (doctor: DoctorFixture) => ({ ...doctor, client: copyClient(doctor.client) });
  return {
    admin: copyClient(admin),
    centerA: copyCenter(centerA),
    centerB: copyCenter(centerB),
    doctors: {
      unverified: copyDoctor(doctors.unverified),
      unsubscribed: copyDoctor(doctors.unsubscribed),
      noConsent: copyDoctor(doctors.noConsent),
      consent: copyDoctor(doctors.consent),
      denied: copyDoctor(doctors.denied),
      expired: copyDoctor(doctors.expired),
      revoked: copyDoctor(doctors.revoked),
    },
    consentToken,
  };
}

/** Address and configuration of a portal: a test app, or one in its own process. */
export type AppEndpoint = Pick<TestApp, 'origin' | 'config'>;

export async function signInAdmin(testApp: AppEndpoint): Promise<Client> {
  return await signInAsAdmin(new Client(testApp.origin, testApp.config), adminLogin);
}

interface CenterInput {
  name: string;
  number: number;
  firstName: string;
  lastName: string;
  phone: string;
}

const createdCenterShape = z.object({ medicalCenter: z.object({ id: z.string() }) });

/**
 * Creates a center as administrator, changes its first password, registers a patient and uploads an exam. It reads only
 * the new center's id, so `bench/versions.ts` can use it with a program whose replies lack newer fields.
 */
export async function createCenter(testApp: AppEndpoint, admin: Client, plan: CenterInput): Promise<CenterFixture> {
  const centerId = `MCTEST${String(plan.number).padStart(2, '0')}`;
  const email = `center${plan.number}@example.gr`;
  const created = await admin.json('POST', routes.admin.createMedicalCenter.path, {
    name: plan.name,
    email,
    address: 'Ακτή Μιαούλη 1, Πειραιάς',
    phone: '+302105550100',
    centerId,
    password: 'a first secret to change',
  });
  const { medicalCenter } = createdCenterShape.parse(await created.json());
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.centerLogin.path, { centerId, password: 'a first secret to change' });
  const password = 'a center password of its own';
  const changed = await client.call(routes.auth.changePassword, {
    body: { currentPassword: 'a first secret to change', newPassword: password },
  });
  client.sessionId = changed.sessionId;
  await client.signIn(routes.auth.centerLogin.path, { centerId, password });
  const patient = await client.call(routes.center.registerPatient, {
    body: {
      firstName: plan.firstName,
      lastName: plan.lastName,
      dateOfBirth: '1950-05-17',
      gender: 'Female',
      phone: plan.phone,
    },
  });
  const file = tinyDicom({ patientName: `${plan.lastName}^${plan.firstName}`, seed: plan.number });
  const examId = await uploadExam(client, patient.patientId, file);
  return { client, id: medicalCenter.id, centerId, password, email, patient, examId, file };
}

/** Uploads a file as an exam and returns its id. */
export async function uploadExam(
  client: Client,
  patientId: string,
  file: Buffer,
  fields: Record<string, string> = {},
): Promise<string> {
  const response = await client.raw('POST', routes.center.uploadExam.path, { body: examForm(patientId, file, fields) });
  if (response.status !== 201) throw new Error(`Upload failed: ${response.status} ${await response.text()}`);
  return routes.center.uploadExam.reply.parse(await response.json()).id;
}

export function examForm(patientId: string, file: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ patientId, examType: 'ct', examDate: '2026-01-15', ...fields }))
    form.set(name, value);
  form.set('file', new Blob([new Uint8Array(file)]), 'exam.dcm');
  return form;
}

/** The last name of a test's doctor. A name has no digits. */
export const doctorLastName = (name: string) =>
  `Σταυρίδου ${name.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;

export function signupForm(name: string): DoctorSignup & { confirmPassword: string } {
  return {
    firstName: 'Ελένη',
    lastName: doctorLastName(name),
    email: `${name.toLowerCase()}@doctors.example.gr`,
    licenseNumber: `ISA-${name}`,
    specialization: 'Cardiology',
    gender: 'female',
    password: doctorPassword,
    confirmPassword: doctorPassword,
    plan: 'yearly',
    acceptedTerms: true,
    language: 'el',
    billing: {
      cardholderName: 'ELENI STAVRIDOU',
      brand: 'Visa',
      last4: '1881',
      expiry: '08/29',
      city: 'Πειραιάς',
      country: 'GR',
    },
  };
}

/** Signs a doctor up, approves all except the unverified one, and signs them in. */
export async function createDoctor(
  testApp: AppEndpoint & Pick<TestApp, 'anonymous'>,
  admin: Client,
  name: string,
  trialDays = 0,
): Promise<DoctorFixture> {
  const form = signupForm(name);
  await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
  const pending = await admin.call(routes.admin.pendingDoctors, {});
  const application = pending.find((doctor) => doctor.user.email === form.email);
  if (!application) throw new Error('The application is not pending.');
  const approval = { params: { id: application.id }, ...(trialDays > 0 ? { body: { trialDays } } : {}) };
  if (name !== 'unverified') await admin.call(routes.admin.approveDoctor, approval);
  const client = new Client(testApp.origin, testApp.config);
  await client.signIn(routes.auth.doctorLogin.path, { email: form.email, password: doctorPassword });
  return { client, id: application.id, userId: application.userId, email: form.email, password: doctorPassword };
}

/** Requests access for a phone number and verifies the code. Returns the token of the consent link. */
export async function requestConsentLink(
  testApp: Pick<TestApp, 'outbox'>,
  doctor: DoctorFixture,
  phone: string,
): Promise<string> {
  const before = await testApp.outbox.countSms(phone);
  await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const code = codeIn((await testApp.outbox.nextSms(phone, before)).text);
  await doctor.client.call(routes.doctor.verifyOtp, { body: { patientPhone: phone, otpCode: code } });
  return tokenIn((await testApp.outbox.nextSms(phone, before + 1)).text);
}

/** Requests access and responds as the patient. Returns the token of the consent link. */
export async function requestAndRespond(
  testApp: Pick<TestApp, 'outbox' | 'anonymous'>,
  doctor: DoctorFixture,
  phone: string,
  response: 'grant' | 'deny',
  days: 7 | 30 | 90 | 365 = 365,
): Promise<string> {
  const accessToken = await requestConsentLink(testApp, doctor, phone);
  await testApp.anonymous.call(routes.patientAccess.respond, { body: { accessToken, response, days } });
  return accessToken;
}

/** Signs everyone in again, after the clock was moved by more than a session may idle. */
export async function signInAll(fixtures: {
  admin: Client;
  centerA: CenterFixture;
  centerB: CenterFixture;
  doctors: Record<DoctorName, DoctorFixture>;
}): Promise<void> {
  await signInAsAdmin(fixtures.admin, adminLogin);
  for (const center of [fixtures.centerA, fixtures.centerB]) {
    await center.client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: center.password });
  }
  for (const doctor of Object.values(fixtures.doctors)) {
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  }
}

/** Expires a doctor's grants by setting their end in the past in the database, so no session is affected. */
async function expireGrant(testApp: TestApp, _token: string, doctor: DoctorFixture): Promise<void> {
  await testApp.superuser.query(
    `UPDATE patient_access SET expires_at = now() - interval '400 days' WHERE doctor_id = $1`,
    [doctor.id],
  );
}

async function unsubscribe(admin: Client, doctor: DoctorFixture): Promise<void> {
  await admin.call(routes.admin.updateSubscription, {
    body: { userId: doctor.userId, startDate: '2025-01-01', endDate: '2025-12-31', status: 'active' },
  });
}
