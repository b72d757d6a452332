import { createHash } from 'node:crypto';
import { ApiError, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestConsentLink,
  signInAdmin,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

/** The main job, from a center's sign-in to a patient's change of mind, over HTTP alone. */
describe('the whole story over HTTP', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let token: string;
  const phone = '+306912345678';

  beforeAll(async () => {
    testApp = await startTestApp();
    const admin = await signInAdmin(testApp);
    center = await createCenter(testApp, admin, {
      name: 'Aegean Imaging',
      number: 1,
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      phone,
    });
    doctor = await createDoctor(testApp, admin, 'stavridou');
  });
  afterAll(() => testApp.close());

  it('finds the uploaded exam in the history and downloads it byte for byte', async () => {
    const [exam] = await center.client.call(routes.center.examHistory, {});
    expect(exam).toMatchObject({
      id: center.examId,
      examType: 'ct',
      patient: { lastName: 'Παπαδοπούλου' },
      status: 'processing',
    });
    const response = await center.client.raw('GET', `/api/download/${center.examId}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(center.file)).toBe(true);
    expect(exam?.sha256).toBe(createHash('sha256').update(center.file).digest('hex'));
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="exam_${center.examId}.dcm"`);
  });

  it('takes a doctor from the phone number to the patient’s link', async () => {
    token = await requestConsentLink(testApp, doctor, phone);
    const link = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken: token } });
    expect(link).toMatchObject({
      status: 'pending',
      language: 'el',
      doctor: { specialization: 'Cardiology', gender: 'female' },
    });
    expect(link.records).toMatchObject([{ name: 'Μαρία Π.', examCount: 1, medicalCenter: { name: 'Aegean Imaging' } }]);
    expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toEqual([]);
  });

  it('opens the exams to the doctor once the patient agrees, byte for byte', async () => {
    await testApp.anonymous.call(routes.patientAccess.respond, { body: { accessToken: token, response: 'grant' } });
    const [patient] = await doctor.client.call(routes.doctor.accessiblePatients, {});
    expect(patient).toMatchObject({ patientId: center.patient.patientId, examCount: 1, examType: 'ct' });
    const opened = await doctor.client.call(routes.doctor.patientExams, {
      params: { patientId: center.patient.patientId },
    });
    expect(opened.exams.map((exam) => exam.id)).toEqual([center.examId]);
    const response = await doctor.client.raw('GET', `/api/download/${center.examId}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(center.file)).toBe(true);
  });

  it('shows the patient on the same link who looked at what', async () => {
    const link = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken: token } });
    expect(link.status).toBe('granted');
    expect(link.accessLog.map((line) => line.what)).toEqual(['download', 'list']);
  });

  it('refuses the doctor’s next request once the patient takes consent back by the same link', async () => {
    await testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken: token } });
    expect((await doctor.client.raw('GET', `/api/download/${center.examId}`)).status).toBe(403);
    const refused = doctor.client.call(routes.doctor.patientExams, { params: { patientId: center.patient.patientId } });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'access_revoked' });
    expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toEqual([]);
  });

  it('counts the doctor’s figures from the trail', async () => {
    const figures = await doctor.client.call(routes.doctor.dashboard, {});
    expect(figures).toMatchObject({ patientsAccessed: 1, filesDownloaded: 1 });
    expect(figures.recentActivity[0]).toMatchObject({
      type: 'download',
      medicalCenter: 'Aegean Imaging',
      examType: 'ct',
    });
  });
});
