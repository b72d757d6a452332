import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDoctor, type DoctorFixture, requestAndRespond } from '../harness/fixtures.ts';
import { tinyDicom, tinyUids } from '../harness/tiny-dicom.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';

/* What counts as the same view or download of an exam, of which only the first leaves an event. */

let fixture: ImagingFixture;
let seed = 5_000;
let doctor: DoctorFixture;
let first: { patientId: string; phone: string };
let examId: string;
let link: string;
beforeAll(async () => {
  fixture = await createImagingFixture();
  doctor = await createDoctor(fixture, fixture.fixtures.admin, 'viewing');
});
afterAll(() => fixture.close());

const register = async () => {
  seed += 1;
  const phone = `+30695550${seed}`;
  const { patientId } = await fixture.fixtures.centerA.client.call(routes.center.registerPatient, {
    body: {
      ...{ firstName: 'Μαρία', lastName: 'Παπαδοπούλου', gender: 'Female', dateOfBirth: '1950-05-17' },
      phone,
    },
  });
  return { patientId, phone };
};
const move = (patientId: string) =>
  fixture.fixtures.centerA.client.call(routes.center.moveExam, { params: { id: examId }, body: { patientId } });
const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await doctor.client.raw('GET', path, { headers });
  await response.arrayBuffer();
  return response.status;
};
const view = () => {
  const { study, series, instance } = tinyUids(seed);
  return open(`/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances/${instance}/frames/1`);
};
const download = (range: string) => open(`/api/download/${examId}`, { range: `bytes=${range}` });
const downloadZip = (range: string) =>
  open(`/dicom-web/exams/${examId}/studies/${tinyUids(seed).study}`, {
    accept: 'application/zip',
    range: `bytes=${range}`,
  });
const eventsOf = async (patientId: string) =>
  (
    await fixture.rows(
      `SELECT e.event FROM audit_events e JOIN patients p ON p.id = e.patient_id WHERE e.object_id = $1 AND p.patient_id = $2
       AND e.doctor_id = $3 AND e.event IN ('exam_viewed', 'exam_downloaded') ORDER BY e.id`,
      [examId, patientId, doctor.id],
    )
  ).map(({ event }) => event);

beforeEach(async () => {
  first = await register();
  examId = await fixture.uploadAndIndex(tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed }));
  await move(first.patientId);
  link = await requestAndRespond(fixture, doctor, first.phone, 'grant');
  expect(await view()).toBe(200);
  expect(await download('0-0')).toBe(206);
  expect(await downloadZip('0-0')).toBe(206);
  expect(await eventsOf(first.patientId)).toEqual(['exam_viewed', 'exam_downloaded', 'exam_downloaded']);
});

it('records the first view and download again after the exam moved to another patient', async () => {
  const uploaded = seed;
  const second = await register();
  seed = uploaded;
  await requestAndRespond(fixture, doctor, second.phone, 'grant');
  await move(second.patientId);
  expect(await view()).toBe(200);
  expect(await download('1-')).toBe(206);
  expect(await downloadZip('1-')).toBe(206);
  expect(await eventsOf(second.patientId)).toEqual(['exam_viewed', 'exam_downloaded', 'exam_downloaded']);
  seed += 1;
});

it('shows the patient, on the link of a new grant, what is opened under it', async () => {
  await fixture.anonymous.call(routes.patientAccess.revoke, { body: { accessToken: link } });
  expect(await view()).toBe(403);
  fixture.advanceClock(61_000); // until the next code can be requested
  const accessToken = await requestAndRespond(fixture, doctor, first.phone, 'grant');
  expect(await view()).toBe(200);
  expect(await download('1-')).toBe(206);
  const { accessLog } = await fixture.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
  expect(accessLog.map(({ what }) => what)).toEqual(['download', 'view']);
});
