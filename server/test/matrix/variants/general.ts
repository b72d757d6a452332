import { thumbnails } from '@medcloud/contract/shapes/exams';
import { expect } from 'vitest';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import type { RequestSpec } from '../send.ts';

const get = (path: string): RequestSpec => ({ method: 'GET', path });
const downloadPath = ({ fixture }: Attempt) => `/api/download/${fixture.testApp.fixtures.centerA.examId}`;

const countDownloads = ({ fixture }: Attempt) =>
  fixture.count(`SELECT count(*) FROM audit_events WHERE event = 'exam_downloaded' AND object_id = $1`, [
    fixture.testApp.fixtures.centerA.examId,
  ]);

const download: Variant = {
  run: async (attempt) => {
    const before = await countDownloads(attempt);
    const response = await attempt.send(get(downloadPath(attempt)));
    // T-AUD3: one event for a download, none for a rejection or for the HEAD after each GET.
    expect((await countDownloads(attempt)) - before).toBe(response.status === 200 ? 1 : 0);
    return response;
  },
  demand: async (response, attempt) => {
    const { file, examId } = attempt.fixture.testApp.fixtures.centerA;
    expect(response.bytes.equals(file)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-disposition': `attachment; filename="exam_${examId}.dcm"`,
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
    });
    const part = await attempt.send({ ...get(downloadPath(attempt)), headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(file.subarray(100, 200))).toBe(true);
  },
};

/** Expects that a probe's response contains only `ok`. */
const probe = (path: string) =>
  plain(
    () => get(path),
    (response) => expect(response.text).toBe('{"ok":true}'),
  );

export const general: Variants = {
  'GET /api/download/{E1} default': download,
  'HEAD /api/download/{E1} default': plain(
    (attempt) => ({ method: 'HEAD', path: downloadPath(attempt) }),
    (response, { fixture }) =>
      expect(response.headers['content-length']).toBe(String(fixture.testApp.fixtures.centerA.file.length)),
  ),
  'GET /api/exams/{E1} default': plain(
    ({ fixture }) => get(`/api/exams/${fixture.testApp.fixtures.centerA.examId}`),
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.centerA.patient.patientId),
  ),
  'GET /api/exams/{E1}/timeline default': plain(
    ({ fixture }) => get(`/api/exams/${fixture.testApp.fixtures.centerA.examId}/timeline`),
    (response, { fixture }) => expect(response.text).toContain(fixture.testApp.fixtures.centerA.examId),
  ),
  // its center's own, and within a live grant; empty for all others
  'GET /api/exams/thumbnails?ids={E1} default': plain(
    ({ fixture }) => get(`/api/exams/thumbnails?ids=${fixture.testApp.fixtures.centerA.examId}`),
    (response, { fixture, actor }) => {
      const { examId } = fixture.testApp.fixtures.centerA;
      const expected = ['center_a', 'doctor_consent'].includes(actor) ? [examId] : [];
      expect(Object.keys(thumbnails.parse(JSON.parse(response.text)).thumbnails)).toEqual(expected);
    },
  ),
  'GET /api/public-settings default': plain(() => get('/api/public-settings')),
  'GET /api/docs default': plain(() => get('/api/docs')),
  'GET /api/openapi.json default': plain(() => get('/api/openapi.json')),
  'GET /api/events default': plain(() => get('/api/events')),
  'GET /api/health/live default': probe('/api/health/live'),
  'GET /api/health/ready healthy': probe('/api/health/ready'),
  'GET /metrics public_port': plain(() => get('/metrics')),
  'GET /api/does-not-exist default': plain(() => get('/api/does-not-exist')),
};
