import { routes } from '@medcloud/contract';
import { createNameKey } from '@medcloud/contract/names/search-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { readPdfText } from './read-pdf-text.ts';

const report = routes.accessReport;
const period = { from: '2020-01-01', to: '2020-12-31' };

let testApp: TestAppWithFixtures;
let today: typeof period;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures();
  const { centerA, doctors } = testApp.fixtures;
  const daysAhead = (days: number) =>
    new Date(testApp.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  today = { from: daysAhead(-300), to: daysAhead(1) };
  await doctors.consent.client.raw('GET', `/api/download/${centerA.examId}`);
  await centerA.client.call(routes.center.patientDetails, { params: { patientId: centerA.patient.patientId } });
  await waitForJobs(testApp);
  const ended = `SELECT 1 FROM audit_events WHERE event = 'exam_download_ended'`;
  await waitUntil(async () => (await testApp.superuser.query(ended)).rows.length === 1);
});
afterAll(() => testApp.close());

const query = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'no error',
    ({ code }) => code,
  );
const ofPatient = () => `patient:${testApp.fixtures.centerA.patient.patientId}`;

describe('GET /api/medical-center/access-report', () => {
  const read = (subject: string, more: Record<string, string | number> = {}, client?: Client) =>
    (client ?? testApp.fixtures.centerA.client).call(report.entriesOfCenter, { query: { subject, ...today, ...more } });

  it('lists who did what to a patient, under which consent, and from where', async () => {
    const { centerA } = testApp.fixtures;
    const entries = await read(ofPatient());
    const download = entries.find(({ event }) => event === 'exam_downloaded');
    expect(download).toMatchObject({
      isComplete: true,
      actor: { kind: 'doctor', name: expect.stringContaining(' '), licenseNumber: expect.any(String), token: null },
      patient: { patientId: centerA.patient.patientId, name: expect.stringContaining(' ') },
      exam: { id: centerA.examId, examType: expect.any(String), examDate: expect.any(String) },
      consent: { status: 'granted', grantedAt: expect.any(String), endedAt: null },
      network: expect.any(String),
    });
    const shown = entries.find(({ event }) => event === 'patient_shown');
    expect(shown).toMatchObject({ actor: { kind: 'center', licenseNumber: null }, consent: null });
    expect(entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['patient_registered', 'consent_granted']),
    );
    expect(entries.map(({ event }) => event)).not.toContain('exam_download_ended');
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('says how many images a viewing showed, by the end of the same request', async () => {
    const { centerA } = testApp.fixtures;
    const [{ patient_id: patient }] = await query('SELECT patient_id FROM exams WHERE id = $1', [centerA.examId]);
    const insert = `INSERT INTO audit_events (at, event, outcome, actor_kind, center_id, patient_id, object_kind, object_id, request_id, details)
      VALUES ($1, $2, 'success', 'center', $3, $4, 'exam', $5, $6, $7)`;
    const event = (second: number, name: string, requestId: string, details: string) =>
      query(insert, [`2019-03-01T10:00:0${second}Z`, name, centerA.id, patient, centerA.examId, requestId, details]);
    await event(0, 'exam_viewed', 'first', '{}');
    await event(1, 'exam_viewed', 'second', '{}');
    await event(2, 'exam_viewing_ended', 'second', '{"frames": 9, "metadata": 1}');
    await event(3, 'exam_viewing_ended', 'first', '{"frames": 200, "pictures": 12}');
    const entries = await read(`exam:${centerA.examId}`, { from: '2019-03-01', to: '2019-03-01' });
    expect(entries.map(({ images }) => images)).toEqual([9, 212]);
  });

  it('lists as many acts of a doctor as SQL counts, found by name in both alphabets', async () => {
    const { centerA, doctors } = testApp.fixtures;
    await query(`UPDATE doctors SET first_name = 'Νίκος', last_name = 'Παπαδόπουλος', name_key = $1 WHERE id = $2`, [
      createNameKey('Νίκος', 'Παπαδόπουλος'),
      doctors.consent.id,
    ]);
    const search = (text: string) => centerA.client.call(report.subjectsOfCenter, { query: { search: text } });
    const found = await Promise.all([search('παπαδ'), search('papad')]);
    const [greek, latin] = found.map((subjects) => subjects.filter(({ kind }) => kind === 'doctor'));
    expect(greek).toEqual(latin);
    expect(greek?.map(({ subject }) => subject)).toEqual([`doctor:${doctors.consent.id}`]);
    const [{ count }] = await query(
      `SELECT count(*)::int AS count FROM audit_events WHERE doctor_id = $1 AND center_id = $2 AND outcome = 'success'
        AND event IN ('exams_listed', 'exam_viewed', 'exam_downloaded', 'otp_verified', 'access_requested', 'patients_listed')
        AND NOT details ? 'background'`,
      [doctors.consent.id, centerA.id],
    );
    expect(count).toBeGreaterThan(0);
    expect(await read(`doctor:${doctors.consent.id}`)).toHaveLength(count);
  });

  it('lists the acts on one exam, and pages by cursor without loss', async () => {
    const { centerA } = testApp.fixtures;
    const exam = await read(`exam:${centerA.examId}`);
    expect(exam.map(({ event }) => event)).toEqual(expect.arrayContaining(['exam_uploaded', 'exam_downloaded']));
    expect(new Set(exam.map(({ exam: each }) => each?.id))).toEqual(new Set([centerA.examId]));
    const all = await read(ofPatient());
    const paged: string[] = [];
    const readPage = async (cursor: string | null) => {
      const { rows, nextCursor } = await centerA.client.page(report.entriesOfCenter, {
        query: { subject: ofPatient(), ...today, limit: 2, ...(cursor === null ? {} : { cursor }) },
      });
      paged.push(...rows.map(({ id }) => id));
      if (nextCursor !== null) await readPage(nextCursor);
    };
    await readPage(null);
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(await codeOf(read(ofPatient(), { cursor: 'x' }))).toBe('validation');
  });

  it('refuses another center’s records, an unrelated doctor and a center with not_found', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    expect(await codeOf(read(ofPatient(), {}, centerB.client))).toBe('not_found');
    expect(await codeOf(read(`exam:${centerA.examId}`, {}, centerB.client))).toBe('not_found');
    for (const subject of [
      'patient:P-0000000000',
      'exam:x',
      `doctor:${crypto.randomUUID()}`,
      `doctor:${doctors.noConsent.id}`,
    ])
      expect(await codeOf(read(subject))).toBe('not_found');
    expect(await codeOf(read(`center:${centerA.id}`))).toBe('not_found');
    expect(await codeOf(read('session:1'))).toBe('validation');
    expect((await doctors.consent.client.raw('GET', report.entriesOfCenter.path)).status).toBe(403);
    const named = { query: { subject: ofPatient() } };
    expect(await codeOf(centerB.client.call(report.subjectsOfCenter, named))).toBe('not_found');
  });

  it('refuses a period of more than 366 days, one that ends before it starts, and 5,001 entries', async () => {
    expect(await read(ofPatient(), { from: '2024-01-01', to: '2024-12-31' })).toEqual([]);
    expect(await codeOf(read(ofPatient(), { from: '2024-01-01', to: '2025-01-01' }))).toBe('report_too_large');
    expect(await codeOf(read(ofPatient(), { from: '2024-02-01', to: '2024-01-01' }))).toBe('validation');
    const fill = `INSERT INTO audit_events (at, event, outcome, actor_kind, center_id, patient_id)
      SELECT '2020-06-01T00:00:00Z'::timestamptz + n * interval '1 second', 'patient_shown', 'success', 'center', center_id, id
      FROM patients, generate_series(1, $2) n WHERE patient_id = $1`;
    const { patientId } = testApp.fixtures.centerA.patient;
    await query(fill, [patientId, 5_000]);
    expect(await read(ofPatient(), { ...period, limit: 1 })).toHaveLength(1);
    await query(fill, [patientId, 1]);
    expect(await codeOf(read(ofPatient(), period))).toBe('report_too_large');
    const file = { query: { subject: ofPatient(), ...period, format: 'csv' } } as const;
    const response = await testApp.fixtures.centerA.client.raw(
      'GET',
      `${report.fileOfCenter.path}?${new URLSearchParams(file.query)}`,
    );
    expect(response.status).toBe(400);
  });

  it('records each page, but does not list itself', async () => {
    const before = await read(ofPatient());
    const [{ count }] = await query(
      `SELECT count(*)::int AS count FROM audit_events WHERE event = 'access_report_shown'`,
    );
    expect(await read(ofPatient())).toHaveLength(before.length);
    const [after] = await query(`SELECT count(*)::int AS count FROM audit_events WHERE event = 'access_report_shown'`);
    expect(after.count).toBe(count + 1);
  });
});

describe('GET /api/medical-center/access-report/export', () => {
  const file = async (query: Record<string, string>) => {
    const values = new URLSearchParams({ subject: ofPatient(), ...today, ...query });
    const response = await testApp.fixtures.centerA.client.raw('GET', `${report.fileOfCenter.path}?${values}`);
    expect(response.status).toBe(200);
    return response;
  };

  it('writes a spreadsheet in Greek with a byte order mark and semicolons', async () => {
    const response = await file({ format: 'csv', language: 'el' });
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="medcloud-anafora-prosvasis-\d{4}-\d\d-\d\d\.csv"/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header, ...lines] = bytes.toString('utf8').slice(1).split('\r\n');
    expect(header?.split(';').slice(1, 3)).toEqual(['Ποιος', 'Ρόλος']);
    expect(lines.some((line) => line.includes('Κατέβασε το αρχείο'))).toBe(true);
  });

  it('writes a PDF whose text reads back, with the last signed record', async () => {
    await query(`INSERT INTO audit_checkpoints (number, seq, at, line) VALUES (1, 17, app_now(), 'test')`);
    const response = await file({ format: 'pdf', language: 'el' });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const text = await readPdfText(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain('Αναφορά πρόσβασης');
    expect(text).toContain(testApp.fixtures.centerA.patient.patientId);
    expect(text).toMatch(/υπογεγραμμένο έως την καταχώριση 17,/);
    const [event] = await query(
      `SELECT details FROM audit_events WHERE event = 'access_report_exported' ORDER BY id DESC LIMIT 1`,
    );
    expect(event.details).toMatchObject({ format: 'pdf', entries: expect.any(Number) });
  });
});

describe('GET /api/admin/access-report', () => {
  const subjects = (search: string) => testApp.fixtures.admin.call(report.subjectsOfAdmin, { query: { search } });
  const read = (subject: string) =>
    testApp.fixtures.admin.call(report.entriesOfAdmin, { query: { subject, ...today } });

  it('finds patients by four characters of their id on, without names, and never by name', async () => {
    const { patientId } = testApp.fixtures.centerA.patient;
    const found = await subjects(patientId.slice(2, 6).toLowerCase());
    expect(found).toContainEqual({
      subject: `patient:${patientId}`,
      kind: 'patient',
      name: null,
      identifier: patientId,
      exam: null,
    });
    expect(await subjects(patientId.slice(2, 5))).toEqual([]);
    expect((await subjects('Παπαδοπούλου')).filter(({ kind }) => kind === 'patient')).toEqual([]);
  });

  it('lists the acts on a patient, an exam, of a doctor and of a center without names of patients or exam types', async () => {
    const { centerA } = testApp.fixtures;
    expect(await subjects(centerA.centerId)).toContainEqual(
      expect.objectContaining({ subject: `center:${centerA.id}` }),
    );
    for (const subject of [ofPatient(), `exam:${centerA.examId}`, `center:${centerA.id}`]) {
      const entries = await read(subject);
      const download = entries.find(({ event }) => event === 'exam_downloaded');
      expect(download).toMatchObject({
        actor: { kind: 'doctor', name: expect.any(String) },
        patient: { patientId: centerA.patient.patientId, name: null },
        exam: { id: centerA.examId, examType: null, examDate: null, summary: null },
        consent: { status: 'granted' },
      });
      expect(JSON.stringify(entries)).not.toContain(centerA.patient.lastName);
    }
  });
});
