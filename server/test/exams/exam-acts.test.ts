import { get, type IncomingMessage } from 'node:http';
import { type ApiError, type ExamType, routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

const { moveExam, withdrawExam, confirmExam, examHistory, patients, dashboard } = routes.center;
const largeBytes = 32 * 1_048_576; // larger than the socket buffers between the server and a client that does not read

/** Product, "Exams": how a center moves, confirms or withdraws an exam. */
describe('exam', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let foreign: CenterFixture;
  let doctor: DoctorFixture;
  let other: DoctorFixture;
  let first: { patientId: string; phone: string };
  let second: { patientId: string; phone: string };
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: 4 });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', firstName: 'Άννα', lastName: 'Νίκου' };
    center = await createCenter(testApp, admin, { ...plan, number: 1, phone: '+306900000001' });
    foreign = await createCenter(testApp, admin, { ...plan, number: 2, phone: '+306900000002' });
    doctor = await createDoctor(testApp, admin, 'first');
    other = await createDoctor(testApp, admin, 'second');
  });
  afterAll(() => testApp.close());

  // each test has its own two patients; the first one granted access to `doctor`
  beforeEach(async () => {
    first = await register();
    second = await register();
  });

  const register = async (dateOfBirth = '1950-05-17') => {
    createdCount += 1;
    const phone = `+30695000${String(createdCount).padStart(4, '0')}`;
    const patientFields = {
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      gender: 'Female',
      dateOfBirth,
      phone,
    } as const;
    const { patientId } = await center.client.call(routes.center.registerPatient, { body: patientFields });
    return { patientId, phone };
  };
  const file = () => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: createdCount });
  const upload = (patientId: string, fields: Record<string, string> = {}) =>
    uploadExam(center.client, patientId, file(), { notes: 'Έλεγχος μετά από έξι μήνες', ...fields });
  const grant = (requester: DoctorFixture, phone: string) => requestAndRespond(testApp, requester, phone, 'grant');
  const failure = async (call: Promise<unknown>) => {
    const error: ApiError = await call.then(
      () => Promise.reject(new Error('Expected a rejection.')),
      (reason) => reason,
    );
    return [error.status, error.code];
  };
  const bytesOf = async (id: string, requester: Client = center.client) => {
    const response = await requester.raw('GET', `/api/download/${id}`);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
  };
  const examsOf = async (patientId: string, requester: DoctorFixture = doctor) =>
    (await requester.client.call(routes.doctor.patientExams, { params: { patientId } })).exams.map((exam) => exam.id);
  const history = async (query: Parameters<typeof center.client.call<typeof examHistory>>[1]['query']) =>
    (await center.client.call(examHistory, { query: query ?? {} })).map((exam) => exam.id);
  const sql = async (text: string, values: unknown[]) => (await testApp.superuser.query(text, values)).rows;
  const auditEvents = async (event: string, id: string) =>
    await sql('SELECT patient_id, details FROM audit_events WHERE event = $1 AND object_id = $2', [event, id]);
  const newMismatchedExam = async () => {
    const id = await upload(first.patientId);
    await sql(
      `UPDATE exams SET status = 'needs-attention', status_reason = '{"cause": "patient-mismatch"}' WHERE id = $1`,
      [id],
    );
    return id;
  };
  const openDownload = (requester: Client, id: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = requester.credentials('bearer');
      const request = get(`${testApp.origin}/api/download/${id}`, { headers, agent: false }, resolve).on(
        'error',
        reject,
      );
      onTestFinished(() => void request.destroy());
    });
  const drain = async (response: IncomingMessage) => {
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    return received;
  };

  describe('POST /api/medical-center/exams/{id}/move', () => {
    it('keeps bytes and notes readable under the other patient’s key without writing the objects again', async () => {
      const id = await upload(first.patientId);
      const stored = () => sql('SELECT id, wrapped_key FROM exam_objects WHERE exam_id = $1', [id]);
      const [before] = await stored();
      const body = { patientId: second.patientId, reason: 'Συνωνυμία' };
      const moved = await center.client.call(moveExam, { params: { id }, body });
      expect(moved).toMatchObject({
        id,
        patient: { patientId: second.patientId },
        notes: 'Έλεγχος μετά από έξι μήνες',
        reason: 'Συνωνυμία',
        status: 'processing',
      });
      expect(await bytesOf(id)).toEqual(file());
      const [after] = await stored();
      expect(after?.id).toBe(before?.id);
      expect(after?.wrapped_key.equals(before?.wrapped_key)).toBe(false);
    });

    it('removes the exam from the first patient’s lists and doctors and adds it to the second’s', async () => {
      await grant(doctor, first.phone);
      await grant(other, second.phone);
      const id = await upload(first.patientId);
      await center.client.call(moveExam, { params: { id }, body: { patientId: second.patientId } });
      expect(await history({ patientId: first.patientId })).toEqual([]);
      expect(await history({ patientId: second.patientId })).toEqual([id]);
      expect(await examsOf(first.patientId)).toEqual([]);
      expect(await bytesOf(id, doctor.client)).toBe(404);
      expect(await examsOf(second.patientId, other)).toEqual([id]);
      expect(await bytesOf(id, other.client)).toEqual(file());
      const [event] = await auditEvents('exam_moved', id);
      expect(event?.details).toEqual({ from: first.patientId, to: second.patientId, was: 'processing' });
    });

    it('aborts a running download of the first patient’s doctor, but not of the center', async () => {
      await grant(doctor, first.phone);
      const parts = [...fieldParts({ patientId: first.patientId }), filePart(sizedDicom(largeBytes))];
      const { id } = examOf(await sendParts(center.client, parts));
      const [running, own] = [await openDownload(doctor.client, id), await openDownload(center.client, id)];
      await center.client.call(moveExam, { params: { id }, body: { patientId: second.patientId } });
      testApp.advanceClock(5_000);
      await expect(drain(running)).rejects.toThrow(/aborted/);
      expect(await drain(own)).toBe(largeBytes);
    });

    it('changes nothing for the same patient, and moves once for parallel requests', async () => {
      const id = await upload(first.patientId);
      const move = (patientId: string) => center.client.call(moveExam, { params: { id }, body: { patientId } });
      await move(first.patientId);
      expect(await auditEvents('exam_moved', id)).toEqual([]);
      await Promise.all([move(second.patientId), move(second.patientId), move(second.patientId)]);
      expect(await auditEvents('exam_moved', id)).toHaveLength(1);
      expect(await bytesOf(id)).toEqual(file());
    });

    it('rejects a patient of another center, an unknown patient and one born after the exam date', async () => {
      const id = await upload(first.patientId);
      const move = (patientId: string) =>
        center.client.json('POST', `/api/medical-center/exams/${id}/move`, { patientId });
      for (const patientId of [foreign.patient.patientId, 'P-7Z7Z7Z7Z7Z', 'nobody'])
        expect((await move(patientId)).status).toBe(404);
      const child = await register('2026-02-01');
      const tooYoung = await move(child.patientId);
      expect(await tooYoung.json()).toMatchObject({ status: 400, errors: [{ field: 'patientId' }] });
      expect(await (await move('')).json()).toMatchObject({ message: 'Patient selection is required' });
      expect(await history({ patientId: first.patientId })).toEqual([id]);
    });

    it('resolves a patient mismatch', async () => {
      const id = await newMismatchedExam();
      const moved = await center.client.call(moveExam, { params: { id }, body: { patientId: second.patientId } });
      expect(moved.status).toBe('processing');
      expect(await failure(center.client.call(confirmExam, { params: { id }, body: {} }))).toEqual([
        409,
        'invalid_state',
      ]);
    });
  });

  describe('POST /api/medical-center/exams/{id}/withdraw', () => {
    const withdraw = (id: string, reason = 'Λάθος ασθενής') =>
      center.client.call(withdrawExam, { params: { id }, body: { reason } });

    it('removes the exam from all lists, counts and downloads', async () => {
      await grant(doctor, first.phone);
      const stays = await upload(first.patientId, { examType: 'mri' });
      const id = await upload(first.patientId);
      const before = await center.client.call(dashboard, {});
      await withdraw(id);
      const after = await center.client.call(dashboard, {});
      expect(before.examsThisMonth - after.examsThisMonth).toBe(1);
      expect(before.totalStorage - after.totalStorage).toBe(file().length);
      expect(after.recentUploads.map((exam) => exam.id)).not.toContain(id);
      expect(await history({ patientId: first.patientId })).toEqual([stays]);
      expect(await history({ patientSearch: first.patientId })).toEqual([stays]);
      expect(await history({ patientSearch: 'papadopoulou' })).not.toContain(id);
      const [listed] = await center.client.call(patients, { query: { search: first.patientId } });
      expect(listed).toMatchObject({ examCount: 1, examType: 'mri' });
      expect(await examsOf(first.patientId)).toEqual([stays]);
      const accessible = await doctor.client.call(routes.doctor.accessiblePatients, {});
      expect(accessible.find((patient) => patient.patientId === first.patientId)).toMatchObject({ examCount: 1 });
      expect([await bytesOf(id, doctor.client), await bytesOf(id)]).toEqual([404, 404]);
    });

    it('returns the exam with its reason to its center by id, and writes the event without the reason', async () => {
      const id = await upload(first.patientId);
      await withdraw(id, 'Ανέβηκε δύο φορές');
      const listed = await center.client.raw('GET', `${examHistory.path}?status=withdrawn`);
      expect(await listed.json()).toMatchObject({ status: 400, errors: [{ field: 'status' }] });
      const [exam] = await center.client.call(examHistory, { query: { id } });
      expect(exam).toMatchObject({ status: 'withdrawn', reason: 'Ανέβηκε δύο φορές' });
      const [event] = await auditEvents('exam_withdrawn', id);
      expect(event?.details).toEqual({ was: 'processing' });
      const [stored] = await sql('SELECT reason_sealed FROM exams WHERE id = $1', [id]);
      expect(stored?.reason_sealed.includes('Ανέβηκε')).toBe(false);
    });

    it('aborts a running download of a doctor', async () => {
      await grant(doctor, first.phone);
      const parts = [...fieldParts({ patientId: first.patientId }), filePart(sizedDicom(largeBytes))];
      const { id } = examOf(await sendParts(center.client, parts));
      const running = await openDownload(doctor.client, id);
      await withdraw(id);
      testApp.advanceClock(5_000);
      await expect(drain(running)).rejects.toThrow(/aborted/);
    });

    it('withdraws once; the exam can then be neither moved nor confirmed', async () => {
      const id = await upload(first.patientId);
      await withdraw(id);
      expect(await withdraw(id, 'again')).toMatchObject({ reason: 'Λάθος ασθενής' });
      expect(await auditEvents('exam_withdrawn', id)).toHaveLength(1);
      const move = center.client.call(moveExam, { params: { id }, body: { patientId: second.patientId } });
      expect(await failure(move)).toEqual([409, 'invalid_state']);
      expect(await failure(center.client.call(confirmExam, { params: { id }, body: {} }))).toEqual([
        409,
        'invalid_state',
      ]);
    });

    it('requires a reason', async () => {
      const id = await upload(first.patientId);
      for (const body of [{}, { reason: '  ' }, { reason: null }]) {
        const response = await center.client.json('POST', `/api/medical-center/exams/${id}/withdraw`, body);
        expect(await response.json()).toMatchObject({
          status: 400,
          errors: [{ field: 'reason', message: 'Please enter a reason' }],
        });
      }
      expect(await history({ patientId: first.patientId })).toEqual([id]);
    });
  });

  describe('POST /api/medical-center/exams/{id}/confirm', () => {
    it('shows a mismatched exam to doctors, which was hidden before', async () => {
      await grant(doctor, first.phone);
      const id = await newMismatchedExam();
      expect(await examsOf(first.patientId)).toEqual([]);
      expect(await bytesOf(id, doctor.client)).toBe(404);
      const confirm = () => center.client.call(confirmExam, { params: { id }, body: { reason: 'Νέο επώνυμο' } });
      expect(await confirm()).toMatchObject({ status: 'processing', reason: 'Νέο επώνυμο' });
      expect(await examsOf(first.patientId)).toEqual([id]);
      expect(await bytesOf(id, doctor.client)).toEqual(file());
      expect(await confirm()).toMatchObject({ status: 'processing' });
      expect(await auditEvents('exam_confirmed', id)).toHaveLength(1);
      const [stored] = await sql('SELECT status_reason FROM exams WHERE id = $1', [id]);
      expect(stored?.status_reason).toEqual({ cause: 'patient-mismatch', confirmed: true });
    });

    it('never shows doctors the reason that the center entered', async () => {
      await grant(doctor, first.phone);
      const id = await newMismatchedExam();
      await center.client.call(confirmExam, { params: { id }, body: { reason: 'Νέο επώνυμο' } });
      const seen = await doctor.client.raw('GET', `/api/doctor/patient-exams/${first.patientId}`);
      expect(await seen.text()).not.toMatch(/Νέο επώνυμο|changedAt/);
    });
  });

  it('returns the patient’s earlier exams that the client may see', async () => {
    const dated = (examType: ExamType, examDate: string) => upload(first.patientId, { examType, examDate });
    const oldest = await dated('xray', '2024-06-04');
    const hidden = await dated('mri', '2025-02-01');
    const withdrawn = await dated('ct', '2025-03-01');
    const current = await dated('ct', '2025-12-09');
    const later = await dated('ct', '2026-01-02');
    await upload(second.patientId, { examType: 'ct', examDate: '2024-01-01' });
    await center.client.call(withdrawExam, { params: { id: withdrawn }, body: { reason: 'Wrong day' } });
    const accessToken = await requestAndRespond(testApp, doctor, first.phone, 'grant');
    await testApp.anonymous.call(routes.patientAccess.change, {
      body: { accessToken, patientId: first.patientId, examTypes: ['ct', 'xray'] },
    });
    const earlierOf = async (client: Client, id: string) =>
      (await client.call(routes.exams.examToOpen, { params: { id } })).earlier;
    expect(await earlierOf(center.client, current)).toEqual([
      { id: hidden, examType: 'mri', examDate: '2025-02-01', summary: null },
      { id: oldest, examType: 'xray', examDate: '2024-06-04', summary: null },
    ]);
    expect((await earlierOf(doctor.client, later)).map(({ id }) => id)).toEqual([current, oldest]);
    expect(await earlierOf(doctor.client, oldest)).toEqual([]);

    const timelineOf = async (client: Client, id: string) => {
      const { exams, total, cursor } = (await client.call(routes.exams.examToOpen, { params: { id } })).timeline;
      return { ids: exams.map((exam) => exam.id), total, cursor };
    };
    expect(await timelineOf(center.client, current)).toEqual({
      ids: [later, current, hidden, oldest],
      total: 4,
      cursor: null,
    });
    expect(await timelineOf(doctor.client, oldest)).toEqual({ ids: [later, current, oldest], total: 3, cursor: null });
    const rest = await doctor.client.call(routes.exams.examTimeline, {
      params: { id: oldest },
      query: { cursor: later },
    });
    expect(rest.exams.map((exam) => exam.id)).toEqual([current, oldest]);
    expect(rest.total).toBe(3);
  });

  it('is counted beyond the page in the exam history, also for one patient', async () => {
    for (const examType of ['ct', 'mri', 'xray'] satisfies ExamType[]) await upload(first.patientId, { examType });
    for (const query of [{ patientId: first.patientId }, { patientSearch: first.patientId }]) {
      const page = await center.client.page(examHistory, { query: { ...query, limit: 2 } });
      expect([page.rows.length, page.total]).toEqual([2, '3']);
      const next = await center.client.page(examHistory, {
        query: { ...query, limit: 2, cursor: page.nextCursor ?? '' },
      });
      expect([next.rows.length, next.total, next.nextCursor]).toEqual([1, '3', null]);
    }
  });
});
