import { routes } from '@medcloud/contract';
import { normalizePatientId } from '@medcloud/contract/patient-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMobile } from '../../src/domain/patients/phone.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

const family = '+306977000111';
// 17 May 1950 with its Luhn digit; also a mobile number in Ontario
const amka = '17055012342';

describe('patient search', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  const kin: string[] = [];

  beforeAll(async () => {
    testApp = await startTestApp();
    const admin = await signInAdmin(testApp);
    center = await createCenter(testApp, admin, {
      name: 'Aegean Imaging',
      number: 1,
      firstName: 'Anna',
      lastName: 'Pappas',
      phone: '+306900000001',
    });
    doctor = await createDoctor(testApp, admin, 'searching');
    for (const name of ['Alfa', 'Beta', 'Gamma', 'Delta', 'Epsilon']) {
      const patient = await register({ firstName: name, lastName: 'Kinsman', phone: family });
      kin.push(patient.id);
      await uploadExam(center.client, patient.patientId, tinyDicom({ patientName: name, seed: kin.length }));
    }
    const accessToken = await requestAndRespond(testApp, doctor, '+306900000001', 'grant');
    expect(accessToken).not.toBe('');
  });
  afterAll(() => testApp.close());

  const register = (changes: object) =>
    center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Nikos', lastName: 'Christakis', dateOfBirth: '1950-05-17', gender: 'Male', ...changes },
    });
  const patients = (query: object) => center.client.page(routes.center.patients, { query });
  const exams = (query: object) => center.client.page(routes.center.examHistory, { query });
  const accessible = (search: string) => doctor.client.page(routes.doctor.accessiblePatients, { query: { search } });

  it('finds an AMKA that is also a foreign mobile number, and that number as well', async () => {
    expect(parseMobile(amka)).toBe('+17055012342');
    const byAmka = await register({ lastName: 'Tautotita', amka });
    const byPhone = await register({ lastName: 'Ontario', phone: '+17055012342' });
    const { rows, total } = await patients({ search: amka });
    expect([rows.map((patient) => patient.id), total]).toEqual([[byPhone.id, byAmka.id], '2']);
    expect((await patients({ search: '+1 705 501 2342' })).rows.map(({ id }) => id)).toContain(byPhone.id);
  });

  it.each(['Christakis', 'Anna Pappas'])('finds a name that is also a valid patient id: %s', async (name) => {
    expect(normalizePatientId(name)).not.toBeNull();
    const known = name === 'Christakis' ? (await register({})).id : center.patient.id;
    expect((await patients({ search: name })).rows.map(({ id }) => id)).toEqual([known]);
    if (name === 'Christakis') return;
    expect((await exams({ patientSearch: name })).rows.map(({ id }) => id)).toEqual([center.examId]);
    expect((await accessible(name)).rows.map(({ id }) => id)).toEqual([known]);
  });

  it.each(['desc', 'asc'] as const)(
    'pages the patients of a shared phone number in the requested order: %s',
    async (sortOrder) => {
      const seen: string[] = [];
      const totals = new Set<string | null>();
      let cursor: string | undefined;
      for (let page = 1; page <= 3; page += 1) {
        const { rows, total, nextCursor } = await patients({ search: family, limit: 2, sortOrder, cursor });
        seen.push(...rows.map(({ id }) => id));
        totals.add(total);
        cursor = nextCursor ?? undefined;
      }
      expect(cursor).toBeUndefined();
      expect([...totals]).toEqual(['5']);
      expect(seen).toEqual(sortOrder === 'asc' ? kin : kin.toReversed());
    },
  );

  it('counts and pages all exams of a phone number in the exam history', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { rows, total, nextCursor } = await exams({ patientSearch: family, limit: 2, cursor });
      expect(total).toBe('5');
      seen.push(...rows.map((exam) => exam.patient.firstName));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && seen.length < 9);
    expect(seen).toEqual(['Epsilon', 'Delta', 'Gamma', 'Beta', 'Alfa']);
    const one = await exams({ patientSearch: family, examType: 'mri' });
    expect([one.rows, one.total]).toEqual([[], '0']);
  });

  it('finds a full phone number for a doctor, who sees it, but no AMKA, which is masked', async () => {
    const [found] = (await accessible('690 000 0001')).rows;
    expect([found?.id, found?.phone]).toEqual([center.patient.id, '+306900000001']);
    expect((await accessible(center.patient.patientId)).rows).toHaveLength(1);
    for (const text of ['6900000002', amka, family]) expect((await accessible(text)).rows).toEqual([]);
  });
});
