import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { fieldParts, filePart, sendParts, type UploadResponse } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

/** Creates a test app with a center and a function that uploads a file of the given size. */
export async function createUploadSizeFixture(): Promise<{
  testApp: TestApp;
  center: CenterFixture;
  upload: (bytes: number) => Promise<UploadResponse>;
}> {
  const testApp = await startTestApp();
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  const center = await createCenter(testApp, await signInAdmin(testApp), { ...plan, phone: '+306900000001' });
  const upload = (bytes: number) =>
    sendParts(center.client, [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(bytes))]);
  return { testApp, center, upload };
}
