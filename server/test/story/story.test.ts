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

/** The main flow over HTTP, from a center's sign-in to a patient's revocation. */
describe('main flow over HTTP', () => {
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

  it('lists the uploaded exam in the history and downloads its exact bytes', async () => {
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

  it("sends the patient's link after the doctor entered the code", async () => {
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

  it("gives the doctor the exams with their exact bytes after the patient's consent", async () => {
    await testApp.anonymous.call(routes.patientAccess.respond, { body: { accessToken: token, response: 'grant' } });
    const [patient] = await doctor.client.call(routes.doctor.accessiblePatients, {});
    expect(patient).toMatchObject({ patientId: center.patient.patientId, examCount: 1, examType: 'ct' });
    const patientExams = await doctor.client.call(routes.doctor.patientExams, {
      params: { patientId: center.patient.patientId },
    });
    expect(patientExams.exams.map((exam) => exam.id)).toEqual([center.examId]);
    const response = await doctor.client.raw('GET', `/api/download/${center.examId}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(center.file)).toBe(true);
  });

  it('shows the access log on the same link', async () => {
    const link = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken: token } });
    expect(link.status).toBe('granted');
    expect(link.accessLog.map((line) => line.what)).toEqual(['download', 'list']);
  });

  it('denies the doctor’s next request after the patient revokes consent by the same link', async () => {
    await testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken: token } });
    expect((await doctor.client.raw('GET', `/api/download/${center.examId}`)).status).toBe(403);
    const denied = doctor.client.call(routes.doctor.patientExams, { params: { patientId: center.patient.patientId } });
    await expect(denied).rejects.toThrow(ApiError);
    await expect(denied).rejects.toMatchObject({ status: 403, code: 'access_revoked' });
    expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toEqual([]);
  });

  it('counts the doctor’s dashboard figures from the audit events', async () => {
    const figures = await doctor.client.call(routes.doctor.dashboard, {});
    expect(figures).toMatchObject({ patientsAccessed: 1, filesDownloaded: 1 });
    expect(figures.recentActivity[0]).toMatchObject({
      type: 'download',
      medicalCenter: 'Aegean Imaging',
      examType: 'ct',
    });
  });
});
