import { routes } from '@medcloud/contract';
import { createBreach } from '@medcloud/server/test/breaches/create-breach.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/fixtures.ts';
import type { StandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';

/** Records that put data on every screen. */
export interface Fixtures {
  admin: Client;
  center: CenterFixture;
  doctor: DoctorFixture;
  /** Email of a doctor whose application is pending; signs in with `applicantPassword`. */
  applicant: string;
  /** Tokens of consent links: one without a response, one with a grant of the doctor. */
  links: { waiting: string; granted: string };
  /** A record of the breach register about the center's account. */
  breachId: string;
  billedUserId: string;
}

const accountScope = { scopeKind: 'account', scopeFrom: undefined, scopeTo: undefined };

export const applicantPassword = 'a password of mine';

/** Creates the records over HTTP. `number` (10 to 99) keeps several fixtures of one app apart. */
export async function createFixtures(testApp: StandaloneApp, number: number): Promise<Fixtures> {
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const phoneAt = (last: number) => `+30690000${number}${last}0`;
  const admin = await signInAdmin(testApp);
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneAt(1) };
  const center = await createCenter(testApp, admin, { name: `Ιατρική Αιγαίου ${number}`, number, ...person });
  await registerWaitingPatient(center, phoneAt(2), number);
  const doctor = await createDoctor(app, admin, `stage${number}`);
  const granted = await requestAndRespond(app, doctor, phoneAt(1), 'grant', 30);
  await (await doctor.client.raw('GET', `/api/download/${center.examId}`)).arrayBuffer();
  const waiting = await requestConsentLink(app, doctor, phoneAt(2));
  const application = createApplication(number);
  await app.anonymous.call(routes.auth.doctorSignup, { body: application });
  await writeToSupport(app.anonymous);
  const { id: breachId } = await createBreach(admin, { ...accountScope, scopeSubject: center.centerId });
  return {
    admin,
    center,
    doctor,
    applicant: application.email,
    links: { waiting, granted },
    breachId,
    billedUserId: doctor.userId,
  };
}

/** Registers a patient with an exam and without a response. */
async function registerWaitingPatient({ client }: CenterFixture, phone: string, number: number): Promise<void> {
  const { patientId } = await client.call(routes.center.registerPatient, {
    body: { firstName: 'Γιώργος', lastName: 'Καραγιάννης', dateOfBirth: '1972-09-17', gender: 'Male', phone },
  });
  await uploadExam(client, patientId, tinyDicom({ patientName: 'Καραγιάννης^Γιώργος', seed: number + 100 }));
}

function createApplication(number: number) {
  const email = `applicant${number}@doctors.example.gr`;
  const person = { firstName: 'Στέλιος', lastName: 'Βλάχος', email, licenseNumber: `ISA 0${number}` };
  const password = { password: applicantPassword, confirmPassword: applicantPassword };
  return { ...person, ...password, specialization: 'Neurology' as const, acceptedTerms: true as const };
}

async function writeToSupport(anonymous: Client): Promise<void> {
  const person = { firstName: 'Άννα', lastName: 'Ρήγα', email: 'anna@example.gr', role: 'other' as const };
  await anonymous.call(routes.support.sendMessage, {
    body: { ...person, subject: 'Ερώτηση', message: 'Δεν βρίσκω τις εξετάσεις μου.', urgent: true },
  });
}
