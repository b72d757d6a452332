import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { readZipIndex } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../../src/domain/imaging/members/member-access.ts';
import { phoneA, phoneB, requestConsentLink } from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';

const { open, choosePerson, exams, exam, image, download } = routes.own;
const dayMs = 86_400_000;
const birthDate = '1950-05-17';
const unknownId = '00000000-0000-4000-8000-000000000000';

const files = [901, 902].map((seed) => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed }));
const members = files.map((content, index) => ({ name: `DICOM/I${index}`, content }));

/** A patient sees the own pictures by a consent link, a code and the date of birth. */
describe('own exams', () => {
  let fixture: ImagingFixture;
  let accessToken: string;
  let patientId: string;
  let examId: string;
  beforeAll(async () => {
    fixture = await createImagingFixture();
    const { centerA, doctors } = fixture.fixtures;
    patientId = centerA.patient.patientId;
    examId = await fixture.uploadAndIndex(Buffer.from(buildZip(members)), 'cd.zip');
    await setDays(0);
    fixture.advanceClock(25 * 3_600_000);
    const { client, email, password } = doctors.noConsent;
    await client.signIn(routes.auth.doctorLogin.path, { email, password });
    accessToken = await requestConsentLink(fixture, doctors.noConsent, phoneA);
    await fixture.anonymous.call(routes.patientAccess.respond, { body: { accessToken, response: 'grant', days: 365 } });
  });
  afterAll(() => fixture.close());

  const signInCenter = async () => {
    const { client, centerId, password } = fixture.fixtures.centerA;
    await client.signIn(routes.auth.centerLogin.path, { centerId, password });
  };
  const setDays = async (days: number | null) => {
    await signInCenter();
    await fixture.fixtures.centerA.client.call(routes.center.changePatientViewing, { body: { days } });
  };
  const codeOf = async (response: Response) => (response.ok ? null : problem.parse(await response.json()).code);
  const post = async (path: string, body: object, cookie = '') => {
    const response = await fixture.anonymous.json('POST', path, body, { headers: { cookie } });
    return { status: response.status, code: await codeOf(response) };
  };
  const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
    fixture.anonymous.raw('GET', path, { headers: { ...headers, cookie } });
  const codeOfGet = async (path: string, cookie: string) => {
    const response = await get(path, cookie);
    return { status: response.status, code: await codeOf(response) };
  };
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const ofExam = (path: string, id = examId) =>
    path.replace('{id}', id).replace('{series}', '1').replace('{image}', '1');
  /** Asks for a code, and returns it. The clock moves, because of the codes' limits. */
  const requestCode = async () => {
    fixture.advanceClock(dayMs);
    const before = await fixture.outbox.countSms(phoneA);
    expect(await post(open.path, { accessToken })).toEqual({ status: 403, code: 'code_required' });
    return codeIn((await fixture.outbox.nextSms(phoneA, before)).text);
  };
  /** Opens a session by a code, and returns its cookie. */
  const openSession = async () => {
    const response = await fixture.anonymous.json('POST', open.path, { accessToken, code: await requestCode() });
    expect(response.status).toBe(200);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; Max-Age=1800;.*HttpOnly; SameSite=Strict/);
    return String(cookie?.split(';')[0]);
  };
  const openExams = async () => {
    const cookie = await openSession();
    expect(await post(choosePerson.path, { patientId, dateOfBirth: birthDate }, cookie)).toMatchObject({ status: 200 });
    return cookie;
  };
  const list = async (cookie: string) => exams.reply.parse(await (await get(exams.path, cookie)).json());
  const events = async (event: string) =>
    await fixture.rows(
      'SELECT outcome, actor_kind, center_id, object_id FROM audit_events WHERE event = $1 ORDER BY id',
      [event],
    );

  it('shows the person’s exams, and each series as pictures, after a code and the date of birth', async () => {
    const cookie = await openExams();
    const { name, medicalCenter, exams: listed } = await list(cookie);
    expect({ name, center: medicalCenter.name }).toEqual({ name: 'Μαρία Π.', center: 'Aegean Imaging' });
    expect(listed.find(({ id }) => id === examId)).toMatchObject({ examType: 'ct', imageCount: 2 });
    const opened = exam.reply.parse(await (await get(ofExam(exam.path), cookie)).json());
    expect(opened.series.map(({ images }) => images)).toEqual([1, 1]);
    const picture = await get(ofExam(image.path), cookie);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(picture.headers.get('cache-control')).toBe('private, no-store');
    expect((await bytesOf(picture)).toString('latin1', 8, 12)).toBe('WEBP');
    expect((await get(`${ofExam(image.path)}?window=lung`, cookie)).status).toBe(200);
    for (const path of [`/api/own/exams/${examId}/series/1/images/2`, `/api/own/exams/${examId}/series/3/images/1`])
      expect(await codeOfGet(path, cookie)).toEqual({ status: 404, code: 'not_found' });
    const viewed = await events('own_exam_viewed');
    expect(viewed).toEqual([
      { outcome: 'success', actor_kind: 'patient', center_id: fixture.fixtures.centerA.id, object_id: examId },
    ]);
    const { client } = fixture.fixtures.centerA;
    await signInCenter();
    const dayOf = (offsetMs: number) => new Date(fixture.clock.now().getTime() + offsetMs).toISOString().slice(0, 10);
    const entries = await client.call(routes.accessReport.entriesOfCenter, {
      query: { subject: `exam:${examId}`, from: dayOf(-dayMs), to: dayOf(dayMs) },
    });
    expect(entries[0]).toMatchObject({ event: 'own_exam_viewed', actor: { kind: 'patient' }, consent: null });
    const { accessLog } = await fixture.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    expect(accessLog).toMatchObject([{ patientId, what: 'view', examType: 'ct', isOwn: true }]);
  });

  it('sends the original files as a ZIP, whole and by ranges, and records it once', async () => {
    const cookie = await openExams();
    const response = await get(ofExam(download.path), cookie);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const zip = await bytesOf(response);
    const { entries } = await readZipIndex(createMemoryAccess(zip));
    expect(entries.map((entry) => zip.subarray(entry.dataOffset, entry.dataOffset + entry.size))).toEqual(files);
    for (const [start, end] of [
      [0, 100],
      [100, 3_000],
      [3_000, zip.length],
    ] as const) {
      const part = await get(ofExam(download.path), cookie, { range: `bytes=${start}-${end - 1}` });
      expect(part.status).toBe(206);
      expect((await bytesOf(part)).equals(zip.subarray(start, end))).toBe(true);
    }
    // the whole, and the ranges as one more
    expect(await events('own_exam_downloaded')).toHaveLength(2);
    const readEnds = () =>
      fixture.rows(`SELECT details - 'content' AS details FROM audit_events WHERE event = $1 ORDER BY id`, [
        'own_exam_download_ended',
      ]);
    // written after the last byte; of the ranges, the first and the last
    await expect.poll(async () => (await readEnds()).length).toBe(3);
    expect(await readEnds()).toEqual(
      [zip.length, 100, zip.length - 3_000].map((bytes) => ({ details: { bytes, complete: true } })),
    );
    const { accessLog } = await fixture.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    expect(accessLog.slice(0, 2).map(({ what, isOwn }) => [what, isOwn])).toEqual([
      ['download', true],
      ['download', true],
    ]);
  });

  it('opens nothing by a wrong code, another one’s code, no date of birth, or after 30 minutes', async () => {
    const code = await requestCode();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await post(open.path, { accessToken, code: wrong })).toMatchObject({ code: 'otp_invalid' });
    expect(await post(routes.patientAccess.openOverview.path, { accessToken, code })).toMatchObject({
      code: 'otp_invalid',
    });
    const cookie = await openSession();
    const closed = { status: 401, code: 'unauthenticated' };
    const paths = [exams.path, ofExam(exam.path), ofExam(image.path), ofExam(download.path)];
    for (const path of paths) for (const held of [cookie, '']) expect(await codeOfGet(path, held)).toEqual(closed);
    const opened = await openExams();
    const [name = ''] = opened.split('=');
    const secret = opened.slice(name.length + 1);
    // nor is the secret one for the list of all grants
    expect(await post(routes.patientAccess.overview.path, { overviewToken: secret })).toMatchObject({
      code: 'link_invalid',
    });
    fixture.advanceClock(29 * 60_000);
    expect((await get(exams.path, opened)).status).toBe(200);
    fixture.advanceClock(60_000);
    for (const path of paths) expect(await codeOfGet(path, opened)).toEqual(closed);
    expect(await post(choosePerson.path, { patientId, dateOfBirth: birthDate }, opened)).toEqual(closed);
  });

  it('shows no other patient’s exam, and none that is infected, waits for the scanner, or is in doubt', async () => {
    const { centerB } = fixture.fixtures;
    const cookie = await openExams();
    const expectHidden = async (id: string) => {
      expect((await list(cookie)).exams.map((listed) => listed.id)).not.toContain(id);
      for (const path of [exam.path, image.path, download.path])
        expect(await codeOfGet(ofExam(path, id), cookie), path).toEqual({ status: 404, code: 'not_found' });
    };
    for (const id of [centerB.examId, unknownId, 'no-id']) await expectHidden(id);
    for (const [change, back] of [
      [
        "scan_state = 'infected', scan_findings = '\\x00'",
        "status = 'completed', scan_state = 'none', scan_findings = NULL",
      ],
      ["scan_state = 'waiting'", "scan_state = 'none'"],
      ["status = 'needs-attention'", "status = 'completed'"],
      ["status = 'processing'", "status = 'completed'"],
      ['awaits_comparison = true', 'awaits_comparison = false'],
    ]) {
      await fixture.rows(`UPDATE exams SET ${change} WHERE id = $1`, [examId]);
      await expectHidden(examId);
      await fixture.rows(`UPDATE exams SET ${back} WHERE id = $1`, [examId]);
    }
    expect((await get(ofExam(exam.path), cookie)).status).toBe(200);
  });

  it('shows exams as many days after the upload as the center says, or none', async () => {
    const cookie = await openExams();
    await fixture.rows(`UPDATE exams SET uploaded_at = $2::timestamptz - interval '5 days' WHERE id = $1`, [
      examId,
      fixture.clock.now(),
    ]);
    const shows = async () => (await list(cookie)).exams.some(({ id }) => id === examId);
    await setDays(6);
    expect(await shows()).toBe(false);
    await setDays(5);
    expect(await shows()).toBe(true);
    await setDays(null);
    expect((await get(exams.path, cookie)).status).toBe(401);
    const { records } = await fixture.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    expect(records.map(({ isOwnViewable }) => isOwnViewable)).toEqual([false]);
    fixture.advanceClock(dayMs);
    expect(await post(open.path, { accessToken })).toEqual({ status: 404, code: 'link_invalid' });
    await setDays(0);
    const changes = await fixture.rows(
      `SELECT details FROM audit_events WHERE event = 'patient_viewing_changed' ORDER BY id`,
    );
    expect(changes.slice(-2)).toEqual([{ details: { was: 5, days: null } }, { details: { was: null, days: 0 } }]);
  });

  it('takes three dates of birth, and then sends no code for a day', async () => {
    const cookie = await openSession();
    const attempt = (body: object) => post(choosePerson.path, { patientId, dateOfBirth: birthDate, ...body }, cookie);
    expect(await attempt({ dateOfBirth: '1950-05-18' })).toEqual({ status: 200, code: null });
    expect((await get(exams.path, cookie)).status).toBe(401);
    expect(await attempt({ patientId: fixture.fixtures.centerB.patient.patientId })).toMatchObject({ status: 200 });
    expect(await attempt({ dateOfBirth: '1951-05-17' })).toEqual({ status: 429, code: 'rate_limited' });
    expect(await attempt({})).toEqual({ status: 401, code: 'unauthenticated' });
    fixture.advanceClock(dayMs - 120_000);
    expect(await post(open.path, { accessToken })).toEqual({ status: 429, code: 'rate_limited' });
    const failures = (await events('own_exams_opened')).filter(({ outcome }) => outcome === 'failure');
    expect(failures.map(({ center_id }) => center_id)).toEqual([null, null, null]);
    await openExams();
  });

  it('ends at the next request once the link ends: the patient’s phone changed', async () => {
    const cookie = await openExams();
    expect((await get(ofExam(image.path), cookie)).status).toBe(200);
    await signInCenter();
    await fixture.fixtures.centerA.client.call(routes.center.changePatient, {
      params: { patientId },
      body: { phone: phoneB },
    });
    for (const path of [exams.path, ofExam(exam.path), ofExam(image.path), ofExam(download.path)])
      expect(await codeOfGet(path, cookie)).toEqual({ status: 401, code: 'unauthenticated' });
  });
});
