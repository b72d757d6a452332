import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/fixtures.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';

const slices = 12;
const phone = '+306900000001';
// as `createCenter` registers the patient
const patient: Person = { givenName: 'Μαρία', surname: 'Παπαδοπούλου', sex: 'Female', birthDate: '1950-05-17' };

/** An app with an exam as in the demonstration, and an API token of a doctor with a grant. */
export interface InteropFixtures {
  readonly testApp: StandaloneApp;
  readonly center: CenterFixture;
  /** API token of a doctor whose only access is this exam, by the patient's consent. */
  readonly token: string;
  readonly files: readonly Buffer[];
  readonly study: string;
  readonly series: string;
  /** Sends a DICOMweb request with the token. */
  fetchDicomWeb(path: string, accept: string): Promise<Response>;
  /** Uploads a file as the center and returns the exam and its UIDs. */
  upload(bytes: Buffer): Promise<IndexedExam>;
}

export interface IndexedExam {
  readonly examId: string;
  readonly study: string;
  readonly series: string;
}

/** Starts the app. `viewer` is the origin whose pages may call DICOMweb. */
export async function startInteropApp(
  viewer: string,
): Promise<{ fixtures: InteropFixtures; close: () => Promise<void> }> {
  const { testApp, close } = await startStandaloneApp({
    environment: { DICOMWEB_ORIGINS: viewer },
    overrides: { hasPages: false },
  });
  try {
    return { fixtures: await createFixtures(testApp), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createFixtures(testApp: StandaloneApp): Promise<InteropFixtures> {
  const admin = await signInAdmin(testApp);
  const person = { firstName: patient.givenName, lastName: patient.surname, phone };
  const center = await createCenter(testApp, admin, { name: 'Interop', number: 1, ...person });
  const files = [...ctVolume({ seed: 1, patient, slices })];
  const upload = async (bytes: Buffer) => {
    const examId = await uploadExam(center.client, center.patient.patientId, bytes, { mismatchReason: 'Test files' });
    return { examId, ...(await waitForIndexing(testApp, examId)) };
  };
  const { study, series } = await upload(Buffer.concat(await Array.fromAsync(zipOf(files))));
  const app = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const doctor = await createDoctor(app, admin, 'interop');
  await requestAndRespond(app, doctor, phone, 'grant');
  const { token } = await doctor.client.call(routes.account.makeApiToken, { body: { name: 'Interop', days: 30 } });
  const fetchDicomWeb = (path: string, accept: string) =>
    fetch(`${testApp.origin}/dicom-web${path}`, { headers: { accept, authorization: `Bearer ${token}` } });
  return { testApp, center, token, files: files.map(({ bytes }) => bytes), study, series, fetchDicomWeb, upload };
}

/** Waits until an exam is indexed and has its thumbnail or a thumbnail fault. */
async function waitForIndexing(
  { superuser }: StandaloneApp,
  examId: string,
): Promise<{ study: string; series: string }> {
  for (let round = 0; round < 600; round += 1) {
    const { rows } = await superuser.query(
      `SELECT study_uid AS study, series_uid AS series FROM series
       WHERE exam_id = $1 AND (thumbnail_object IS NOT NULL OR thumbnail_fault IS NOT NULL)`,
      [examId],
    );
    if (rows[0]) return { study: String(rows[0].study), series: String(rows[0].series) };
    await wait(100);
  }
  throw new Error('The exam was not indexed within one minute.');
}
