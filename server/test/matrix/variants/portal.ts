import { expect } from 'vitest';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import type { Ask } from '../send.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const downloadPath = ({ stage }: Attempt) => `/api/download/${stage.world.cast.centerA.examId}`;

const countDownloads = ({ stage }: Attempt) =>
  stage.count(`SELECT count(*) FROM audit_events WHERE event = 'exam_downloaded' AND object_id = $1`, [
    stage.world.cast.centerA.examId,
  ]);

const download: Variant = {
  run: async (attempt) => {
    const before = await countDownloads(attempt);
    const answer = await attempt.send(get(downloadPath(attempt)));
    // T-AUD3: one event for what was given, none for what was refused; the HEAD that follows each GET counts nothing
    expect((await countDownloads(attempt)) - before).toBe(answer.status === 200 ? 1 : 0);
    return answer;
  },
  demand: async (answer, attempt) => {
    const { file, examId } = attempt.stage.world.cast.centerA;
    expect(answer.bytes.equals(file)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="exam_${examId}.dcm"`,
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
    });
    const part = await attempt.send({ ...get(downloadPath(attempt)), headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(file.subarray(100, 200))).toBe(true);
  },
};

/** A probe's answer holds nothing but that it stands. */
const probe = (path: string) =>
  plain(
    () => get(path),
    (answer) => expect(answer.text).toBe('{"ok":true}'),
  );

export const portal: Variants = {
  'GET /api/download/{E1} default': download,
  'HEAD /api/download/{E1} default': plain(
    (attempt) => ({ method: 'HEAD', path: downloadPath(attempt) }),
    (answer, { stage }) => expect(answer.headers['content-length']).toBe(String(stage.world.cast.centerA.file.length)),
  ),
  'GET /api/exams/{E1} default': plain(
    ({ stage }) => get(`/api/exams/${stage.world.cast.centerA.examId}`),
    (answer, { stage }) => expect(answer.text).toContain(stage.world.cast.centerA.patient.patientId),
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
