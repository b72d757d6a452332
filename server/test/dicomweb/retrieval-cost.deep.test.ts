import { routes } from '@medcloud/contract';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { imagingScope } from '../../src/domain/authorization/authorize.ts';
import { anonymous } from '../../src/domain/authorization/principal.ts';
import { search } from '../../src/domain/dicomweb/search.ts';
import { clearImaging } from '../../src/domain/imaging/store.ts';
import type { Clock } from '../../src/platform/time/clock.ts';
import { createDoctor, phoneA, requestAndRespond } from '../harness/fixtures.ts';
import { tinyDicom, tinyUids } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';

/* Cost of DICOMweb requests: the next image while scrolling, and a search through many series. */

let fixture: ImagingFixture;
let examId: string;
const { study, series, instance } = tinyUids(1);
beforeAll(async () => {
  fixture = await createImagingFixture();
  examId = await fixture.uploadAndIndex(tinyDicom({ patientName: 'ΔΗΜΟΥ^ΕΛΕΝΗ', seed: 1 }));
  await waitForJobs(fixture); // jobs that follow the indexing also run statements
});
afterEach(() => fixture.clock.unfreeze());
afterAll(() => fixture.close());

it('finds session and exam by one statement for the next image of a series, and none once the grant is narrowed, expired or revoked', async () => {
  const doctor = await createDoctor(fixture, fixture.fixtures.admin, 'scrolling');
  const accessToken = await requestAndRespond(fixture, doctor, phoneA, 'grant');
  const path = `/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances/${instance}/frames/1`;
  const imageStatus = async () => (await doctor.client.raw('GET', path)).status;
  await waitForJobs(fixture);
  fixture.clock.freeze(); // the location of a series is cached for five seconds
  expect(await imageStatus()).toBe(200);
  const { texts, stop } = fixture.statements.record();
  expect(await imageStatus()).toBe(200);
  stop();
  expect(texts.filter((text) => /session|exam|series|patient/i.test(text))).toEqual([
    expect.stringContaining('FROM find_session_and_exam('),
  ]);
  const setGrant = (assignment: string) =>
    fixture.superuser.query(`UPDATE patient_access SET ${assignment} WHERE doctor_id = $1`, [doctor.id]);
  await setGrant(`scope = ARRAY['blood']`); // not the type of this exam
  expect(await imageStatus()).toBeOneOf([403, 404]);
  await setGrant(`scope = NULL, expires_at = expires_at - interval '400 days'`);
  expect(await imageStatus()).toBe(403);
  await setGrant(`expires_at = expires_at + interval '400 days'`);
  expect(await imageStatus()).toBe(200);
  await fixture.anonymous.call(routes.patientAccess.revoke, { body: { accessToken } });
  expect(await imageStatus()).toBe(403);
});

it('reads the location of a series again after five seconds', async () => {
  const path = `/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances/${instance}`;
  const read = async () => {
    const { texts, stop } = fixture.statements.record();
    const { status } = await fixture.fixtures.centerA.client.raw('GET', path);
    stop();
    // the statement that opens a series; indexing also reads exam_objects
    return [status, texts.some((text) => text.includes('json_agg') && text.includes('FROM exam_objects o'))];
  };
  fixture.clock.freeze();
  expect(await read()).toEqual([200, true]);
  expect(await read()).toEqual([200, false]);
  fixture.advanceClock(5_000);
  expect(await read()).toEqual([200, true]);
});

it('counts single instances of an exam as one download of the day, and raises the alarm as for others', async () => {
  const { admin, doctors } = fixture.fixtures;
  const { client, id } = doctors.consent;
  const path = `/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances/${instance}`;
  const downloadAll = () => Promise.all(Array.from({ length: 12 }, () => client.raw('GET', path)));
  const statuses = async () => [...new Set((await downloadAll()).map(({ status }) => status))];
  const events = () =>
    fixture.rows(
      `SELECT event, details - 'patientId' AS details FROM audit_events WHERE doctor_id = $1 AND object_id = $2
       AND event LIKE 'exam_download%' ORDER BY id`,
      [id, examId],
    );
  const earlier = (count: number) =>
    fixture.rows(
      `INSERT INTO audit_events (at, event, outcome, actor_kind, doctor_id, details)
       SELECT $3::timestamptz - interval '20 hours', 'exam_downloaded', 'success', 'doctor', $1, '{}' FROM generate_series(1, $2)`,
      [id, count, fixture.clock.now()],
    );
  await earlier(99);
  expect((await client.raw('HEAD', path)).status).toBe(200);
  expect(await events()).toEqual([]);
  expect(await statuses()).toEqual([200]);
  const first = { event: 'exam_downloaded', details: { by: 'instances' } };
  expect(await events()).toEqual([first]);
  expect(await admin.call(routes.admin.alarmsToSee, {})).toMatchObject([{ kind: 'many_downloads' }]);
  await earlier(400);
  expect(await statuses()).toEqual([200]);
  fixture.advanceClock(5 * 60_000);
  const [refused] = await downloadAll();
  expect([refused?.status, await refused?.json()]).toMatchObject([429, { message: validation.downloads_spent }]);
  expect(await events()).toEqual([first, { event: 'exam_download_ended', details: { instances: 24 } }]);
});

it('records the end of a study download with its bytes', async () => {
  const path = `/dicom-web/exams/${examId}/studies/${study}`;
  for (const accept of ['application/zip', 'multipart/related; type="application/dicom"']) {
    const response = await fixture.fixtures.centerA.client.raw('GET', path, { headers: { accept } });
    const bytes = (await response.arrayBuffer()).byteLength;
    await waitUntil(async () => {
      const ends = await fixture.rows(
        `SELECT details FROM audit_events WHERE object_id = $1 AND event = 'exam_download_ended' AND details ? 'series' ORDER BY id`,
        [examId],
      );
      return JSON.stringify(ends.at(-1)?.details) === JSON.stringify({ bytes, series: 1, complete: true });
    });
  }
});

/** Searches for an instance number that none of an exam's 203 series has. */
async function searchWith(clock: Clock) {
  const { context, caches } = fixture.reading;
  const found = await search(
    { context: { ...fixture.app.context, ...context, clock }, caches },
    await fixture.centerA(),
    request,
    {
      level: 'instance',
      address: { examId },
      query: { InstanceNumber: '77' },
      root: '',
    },
  );
  return { rows: found.rows.length, warnings: found.warnings };
}

const request = {
  principal: anonymous,
  requestId: '',
  isBackground: false,
  addressBlock: '',
  countedBlock: null,
  userAgent: undefined,
  bindsSession: false,
  idempotency: null,
};

it('searches at most 200 series or two seconds for an instance, and returns a warning', async () => {
  await fixture.rows(
    `INSERT INTO series (exam_id, center_id, patient_id, study_uid, series_uid, position, instance_count, frame_count, size_bytes,
       sop_classes, transfer_syntaxes, attributes, manifest_object)
     SELECT exam_id, center_id, patient_id, study_uid, series_uid || '.' || n, n, instance_count, frame_count, size_bytes,
       sop_classes, transfer_syntaxes, attributes, manifest_object FROM series, generate_series(1, 202) AS n WHERE exam_id = $1`,
    [examId],
  );
  const fixedTime = new Date();
  const many = 'The search went through the first 200 series only: name a study or a series.';
  expect(await searchWith({ now: () => fixedTime })).toEqual({ rows: 0, warnings: [many] });
  let seconds = 0;
  const slow = { now: () => new Date(fixedTime.getTime() + 1_000 * seconds++) };
  const few = 'The search went through the first 2 series only: name a study or a series.';
  expect(await searchWith(slow)).toEqual({ rows: 0, warnings: [few] });
});

it('renders deleted frames again after a request', async () => {
  const [patient] = persons;
  const [slice] = patient ? ctVolume({ seed: 4, patient: patient, slices: 1 }) : [];
  if (!slice) throw new Error('Expected a slice.');
  const examId = await fixture.uploadAndIndex(slice.bytes, 'slice.dcm');
  const frameRows = () =>
    fixture.rows('SELECT 1 FROM series WHERE exam_id = $1 AND frames_object IS NOT NULL', [examId]);
  await waitForJobs(fixture);
  expect(await frameRows()).toHaveLength(1);
  const { context } = fixture.app;
  await context.db.within(imagingScope(examId), (tx) => clearImaging(tx, ['frames']));
  fixture.advanceClock(10_000); // the cached location has expired
  const found = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
  const series = `/dicom-web/exams/${examId}/studies/${found[0]?.study_uid}/series/${found[0]?.series_uid}`;
  const listed = await fixture.fixtures.centerA.client.raw('GET', `${series}/instances`);
  const [address] = (await listed.text()).match(/(?<=\/)instances\/[0-9.]+/) ?? [];
  const path = `${series}/${address}/frames/1`;
  const fetchFrame = () =>
    fixture.fixtures.centerA.client.raw('GET', path, {
      headers: { accept: 'image/jphc, application/octet-stream;q=0.5' },
    });
  expect((await fetchFrame()).headers.get('content-type')).toMatch(/^application\/octet-stream/);
  await waitForJobs(fixture);
  expect(await frameRows()).toHaveLength(1);
  fixture.advanceClock(10_000);
  expect((await fetchFrame()).headers.get('content-type')).toMatch(/^image\/jphc/);
  // deleted again within the hour: enqueues no job, which would be there before the response
  await context.db.within(imagingScope(examId), (tx) => clearImaging(tx, ['frames']));
  fixture.advanceClock(10_000);
  expect((await fetchFrame()).status).toBe(200);
  expect(await fixture.rows(`SELECT 1 FROM jobs WHERE kind = 'make-frames' AND key = $1`, [examId])).toEqual([]);
  expect(await frameRows()).toEqual([]);
});
