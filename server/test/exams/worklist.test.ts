import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestConsentLink,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const { worklist, markSeen, patientExams, dashboard } = routes.doctor;
const person = { firstName: 'Άννα', lastName: 'Νίκου', phone: '+306900000011' };

describe('the worklist of a doctor', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let accessToken: string;
  beforeAll(async () => {
    testApp = await startTestApp({ connections: 4 });
    const admin = await signInAdmin(testApp);
    center = await createCenter(testApp, admin, { name: 'Aegean Imaging', number: 1, ...person });
    doctor = await createDoctor(testApp, admin, 'Reader');
    accessToken = await requestConsentLink(testApp, doctor, person.phone);
  });
  afterAll(() => testApp.close());

  const list = (query: { show?: 'new' | 'all'; cursor?: string } = {}) => doctor.client.call(worklist, { query });
  const newIds = async () => (await list()).exams.map(({ id }) => id);
  const rows = async (text: string, values: unknown[] = []) =>
    (await testApp.superuser.query<Record<string, unknown>>(text, values)).rows;
  const lastOf = async (event: string) =>
    (await rows('SELECT patient_id, details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 1', [event]))[0];
  /** Forgets what the doctor opened. */
  const forget = () => rows('DELETE FROM doctor_exam_views');

  it('has no exam without access, and names the waiting request by three digits', async () => {
    const { exams, counts, requests } = await list();
    expect([exams, counts]).toEqual([[], { new: 0, waiting: 1, endsSoon: 0 }]);
    expect(requests.map(({ phone, step, status }) => [phone, step, status])).toEqual([['…011', 'consent', 'pending']]);
  });

  it('lists what a grant opens as new, with patient, center and end, and the answered request', async () => {
    const body = { accessToken, response: 'grant', days: 30 } as const;
    await testApp.anonymous.call(routes.patientAccess.respond, { body });
    const { exams, counts, requests, endsSoon } = await list();
    expect([counts, endsSoon]).toEqual([{ new: 1, waiting: 0, endsSoon: 0 }, []]);
    expect(requests.map(({ step, status }) => [step, status])).toEqual([['answered', 'granted']]);
    const [exam] = exams;
    expect(exam).toMatchObject({
      id: center.examId,
      isNew: true,
      patient: { lastName: 'Νίκου', patientId: center.patient.patientId, dateOfBirth: '1950-05-17' },
      medicalCenter: { name: 'Aegean Imaging' },
    });
    const days = (Date.parse(exam?.grantedUntil ?? '') - testApp.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it('is recorded as one list of several patients, which opens none of them', async () => {
    await list();
    expect(await lastOf('exams_listed')).toEqual({ patient_id: null, details: { matches: 1, shown: 1, ending: 0 } });
    await doctor.client.raw('GET', `/api/exams/thumbnails?ids=${center.examId}`);
    const { patientsAccessed, recentActivity } = await doctor.client.call(dashboard, {});
    expect([patientsAccessed, recentActivity]).toEqual([0, []]);
  });

  it('drops an exam once it is opened or downloaded, and keeps it among all', async () => {
    const { examId } = center;
    for (const path of [`/api/exams/${examId}`, `/api/download/${examId}`]) {
      await forget();
      expect(await newIds()).toEqual([examId]);
      expect((await doctor.client.raw('GET', path)).status).toBe(200);
      expect(await newIds(), path).toEqual([]);
      // the same session's view is recorded once in five minutes
      testApp.advanceClock(6 * 60_000);
    }
    expect((await list({ show: 'all' })).exams).toMatchObject([{ id: examId, isNew: false }]);
  });

  it('drops an exam that is marked as seen, once, and no exam that the doctor may not see', async () => {
    await forget();
    const { patientId } = center.patient;
    const marks = async () =>
      (await doctor.client.call(patientExams, { params: { patientId } })).exams.map(({ isNew }) => isNew);
    expect(await marks()).toEqual([true]);
    const seen = (ids: string[]) => doctor.client.call(markSeen, { body: { ids } });
    expect(await seen([center.examId, doctor.id])).toEqual({ seen: 1 });
    expect(await seen([center.examId])).toEqual({ seen: 0 });
    expect([await newIds(), await marks()]).toEqual([[], [false]]);
    await forget();
    await rows(`UPDATE patient_access SET scope = '{mri}'`);
    expect(await seen([center.examId])).toEqual({ seen: 0 });
    expect((await list({ show: 'all' })).exams).toEqual([]);
    await rows('UPDATE patient_access SET scope = NULL');
  });

  it('takes an exam as new for 30 days after its upload, its correction or the grant', async () => {
    const age = (days: number) =>
      rows(
        `WITH old AS (UPDATE exams SET uploaded_at = app_now() - make_interval(days => $1) RETURNING 1)
         UPDATE patient_access SET granted_at = app_now() - make_interval(days => $1)`,
        [days],
      );
    await age(29);
    expect(await newIds()).toEqual([center.examId]);
    await age(31);
    expect(await newIds()).toEqual([]);
    await rows('UPDATE exams SET changed_at = app_now()');
    expect(await newIds()).toEqual([center.examId]);
  });

  it('names access that ends within seven days', async () => {
    const setEnd = (days: number) =>
      rows('UPDATE patient_access SET expires_at = app_now() + make_interval(days => $1)', [days]);
    await setEnd(8);
    expect((await list()).endsSoon).toEqual([]);
    await setEnd(6);
    const { endsSoon, counts } = await list();
    expect(endsSoon).toMatchObject([{ patient: { lastName: 'Νίκου' }, medicalCenter: { name: 'Aegean Imaging' } }]);
    expect(counts.endsSoon).toBe(1);
  });

  it('pages by arrival without a gap or a repetition, and lists a patient by exam date', async () => {
    const { client, patient, file } = center;
    const dates = ['2020-03-01', '2024-05-05', '2022-07-07'];
    for (const examDate of dates) await uploadExam(client, patient.patientId, file, { examDate });
    // all at one time, so only the id orders them
    await rows(`UPDATE exams SET uploaded_at = app_now() - interval '1 hour', changed_at = NULL`);
    const columns = await rows(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = 'exams'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const names = String(columns[0]?.names);
    await rows(
      `INSERT INTO exams (${names}) SELECT ${names.replace(/\bid\b/, 'gen_random_uuid()')} FROM exams, generate_series(1, 20) WHERE id = $1`,
      [center.examId],
    );
    const first = await list();
    expect([first.exams.length, first.counts.new]).toEqual([20, 24]);
    const second = await list({ cursor: first.cursor ?? '' });
    expect([second.exams.length, second.cursor]).toEqual([4, null]);
    expect(new Set([...first.exams, ...second.exams].map(({ id }) => id)).size).toBe(24);
    const { exams } = await doctor.client.call(patientExams, { params: { patientId: patient.patientId } });
    const listed = exams.map(({ examDate }) => examDate);
    expect(listed).toEqual(listed.toSorted().toReversed());
    expect(new Set(listed)).toEqual(new Set([...dates, '2026-01-15']));
  });

  it('rejects an unknown cursor, and ids that are none', async () => {
    for (const cursor of ['x', doctor.id])
      expect((await doctor.client.raw('GET', `/api/doctor/worklist?cursor=${cursor}`)).status).toBe(400);
    for (const ids of [[], ['x'], Array.from({ length: 101 }, () => center.examId)])
      expect((await doctor.client.json('POST', '/api/doctor/worklist/seen', { ids })).status).toBe(400);
  });
});
