import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { summarizeEarlierExams } from '../../src/domain/imaging/enqueue-exams-to-index.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';

const thumbnailsReply = z.object({ thumbnails: z.record(z.string(), z.string()) });

describe('the summary of an exam', () => {
  let fixture: ImagingFixture;
  let examId: string;
  beforeAll(async () => {
    fixture = await createImagingFixture();
    const files = ['CT_small.dcm', 'MR_small.dcm', 'reportsi.dcm'];
    const archive = buildZip(files.map((name) => ({ name, content: testFile(`test_files/${name}`) })));
    examId = await fixture.uploadAndIndex(Buffer.from(archive), 'exam.zip');
    await waitUntil(async () => (await fixture.exam(examId)).key_series_uid !== null);
  });
  afterAll(() => fixture.close());

  const summary = async () => {
    const history = await fixture.fixtures.centerA.client.raw('GET', `/api/medical-center/exam-history?id=${examId}`);
    return z.array(z.object({ summary: z.unknown() })).parse(await history.json())[0]?.summary;
  };
  const thumbnailsOf = async (ids: string, client = fixture.fixtures.centerA.client) =>
    thumbnailsReply.parse(await (await client.raw('GET', `/api/exams/thumbnails?ids=${ids}`)).json()).thumbnails;

  it('names what the series with images show, and counts all', async () => {
    expect(await summary()).toEqual({
      description: 'e+1',
      bodyParts: [],
      modalities: ['CT', 'MR'],
      laterality: null,
      seriesCount: 3,
      imageCount: 2,
      hasThumbnail: true,
    });
  });

  it('is written for exams that were indexed before, without reading a file', async () => {
    const before = await summary();
    await fixture.rows(
      'UPDATE exams SET series_count = NULL, study_description = NULL, key_series_uid = NULL WHERE id = $1',
      [examId],
    );
    expect(await summary()).toBeNull();
    await summarizeEarlierExams(fixture.app.context);
    expect(await summary()).toEqual(before);
  });

  it('takes the series with the most images for the thumbnail, and a localizer only if there is no other', async () => {
    const keyUid = async () => {
      await fixture.rows('UPDATE exams SET series_count = NULL WHERE id = $1', [examId]);
      await summarizeEarlierExams(fixture.app.context);
      return (await fixture.exam(examId)).key_series_uid;
    };
    const uids = await fixture.rows(
      'SELECT series_uid FROM series WHERE exam_id = $1 AND frame_count > 0 ORDER BY position',
      [examId],
    );
    const [first, second] = uids.map((row) => row.series_uid);
    const change = (uid: unknown, frames: number, description: string | null) =>
      fixture.rows('UPDATE series SET frame_count = $3, description = $4 WHERE exam_id = $1 AND series_uid = $2', [
        examId,
        uid,
        frames,
        description,
      ]);
    await change(second, 40, 'Chest');
    expect(await keyUid()).toBe(second);
    await change(second, 40, 'Topogram');
    expect(await keyUid()).toBe(first);
    await change(second, 1, null);
  });

  it('has a small image in the lists of its center and of a doctor with access, logged as part of a list', async () => {
    const { client } = fixture.fixtures.centerA;
    const events = () =>
      fixture.rows(
        `SELECT event, details FROM audit_events WHERE event IN ('exams_listed', 'exam_viewed') ORDER BY id`,
      );
    const before = await events();
    const other = fixture.fixtures.centerB.examId;
    const { [examId]: image = '', ...others } = await thumbnailsOf(`${examId},${examId},${other}`, client);
    expect(others).toEqual({});
    const { width = 0, height = 0, format } = await sharp(Buffer.from(image.split(',')[1] ?? '', 'base64')).metadata();
    expect([format, Math.max(width, height)]).toEqual(['webp', 96]);
    expect((await events()).slice(before.length)).toEqual([
      { event: 'exams_listed', details: { thumbnails: 1, images: examId.slice(-8), background: true } },
    ]);
  });

  it('is a view of its own for a doctor who opened no list just before', async () => {
    const { doctors, centerA } = fixture.fixtures;
    const { client: doctorClient } = doctors.consent;
    const { patientId } = centerA.patient;
    const images = examId.slice(-8);
    await fixture.rows(`UPDATE exams SET status = 'completed', status_reason = NULL WHERE id = $1`, [examId]);
    const lastEvent = async () =>
      (
        await fixture.rows(
          `SELECT details FROM audit_events WHERE event = 'exams_listed' AND actor_kind = 'doctor' ORDER BY id DESC LIMIT 1`,
        )
      )[0]?.details;
    expect(Object.keys(await thumbnailsOf(examId, doctorClient))).toEqual([examId]);
    expect(await lastEvent()).toEqual({ thumbnails: 1, images, patientId });
    await doctorClient.raw('GET', `/api/doctor/patient-exams/${patientId}`);
    await thumbnailsOf(examId, doctorClient);
    expect(await lastEvent()).toEqual({ thumbnails: 1, images, patientId, background: true });
  });

  it('rejects ids that are none, and more than 60', async () => {
    const { client } = fixture.fixtures.centerA;
    for (const ids of ['x', Array.from({ length: 61 }, () => examId).join(',')])
      expect((await client.raw('GET', `/api/exams/thumbnails?ids=${ids}`)).status).toBe(400);
    expect(await thumbnailsOf('')).toEqual({});
  });
});
