import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireIdleUploads } from '../../src/domain/uploads/cancel-upload.ts';
import { Client } from '../harness/client.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields, getUpload, offsetOf, openPart, send } from '../harness/tus.ts';
import { takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';

const segmentBytes = 262_144;

/** One request at a time writes an upload, even if an earlier writer does not know yet that it lost the upload. */
describe('upload lock', () => {
  let testApp: TestAppWithFixtures;
  let client: Client;
  /** Number of chunks that the server has written, of any upload. */
  let writtenChunks = 0;
  beforeAll(async () => {
    const reachFaultPoint = (point: string) => {
      if (point === 'chunk-written') writtenChunks += 1;
    };
    // the server's own cleanup job would interfere
    testApp = await startTestAppWithFixtures({
      overrides: { reachFaultPoint, jobs: { ...quietJobs, cleanupEveryMs: 96 * 3_600_000 } },
    });
    client = await signIn();
  });
  afterAll(() => testApp.close());

  const signIn = () => {
    const { centerId, password } = testApp.fixtures.centerA;
    return new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, { centerId, password });
  };
  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const file = Buffer.concat([...sizedDicom(2 * segmentBytes + 5_000)]);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const newUploadPath = () => createUpload(client, file.length, examFields(testApp.fixtures.centerA.patient.patientId));
  const resume = async (path: string) => {
    const offset = await offsetOf(client, path);
    return await send(client, path, offset, file.subarray(offset));
  };
  const expectStored = async (end: Response) => {
    expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256]);
    const download = await client.raw('GET', `/api/download/${end.headers.get('upload-exam-id')}`);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(file);
  };
  /** Starts a part and waits until the server has written its first bytes. The part stays open. */
  const openPartialUpload = async (path: string, from: number, until: number) => {
    const before = writtenChunks;
    const part = openPart(client, path, from, file.subarray(from, until));
    await waitUntil(() => writtenChunks > before);
    return part;
  };

  it('protects an upload that was completed or resumed after the cleanup listed it as idle', async () => {
    const [first, finished, resumed] = [await newUploadPath(), await newUploadPath(), await newUploadPath()];
    for (const path of [first, finished, resumed])
      expect((await send(client, path, 0, file.subarray(0, segmentBytes + 100))).status).toBe(204);
    testApp.advanceClock(48 * 3_600_000 + 60_000);
    client = await signIn();
    const lockHolder = await testApp.superuser.connect();
    try {
      await lockHolder.query('BEGIN');
      await lockHolder.query('SELECT 1 FROM uploads WHERE id = $1 FOR UPDATE', [idOf(first)]);
      const expiry = expireIdleUploads(testApp.app.context);
      await waitUntil(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await sql(waiting)).length > 0;
      });
      const end = await resume(finished);
      const part = await openPartialUpload(resumed, segmentBytes + 100, segmentBytes + 1_000);
      await lockHolder.query('COMMIT');
      expect(await expiry).toBe(1);
      part.end(Buffer.alloc(0));
      expect(await part.status).toBe(204);
      await expectStored(end);
    } finally {
      await lockHolder.query('ROLLBACK');
      lockHolder.release();
    }
    expect((await getUpload(client, first)).state).toBe('aborted');
    await expectStored(await resume(resumed));
  });

  it('stops the writer that lost its database lock; the unflushed bytes are sent again', async () => {
    const path = await newUploadPath();
    await send(client, path, 0, file.subarray(0, 1_000));
    const part = await openPartialUpload(path, 1_000, segmentBytes + 1_000);
    const lost = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
      [`upload ${idOf(path)}`],
    );
    expect(lost).toHaveLength(1);
    expect(await part.status).toBe(423);
    expect(await offsetOf(client, path)).toBe(1_000);
    await expectStored(await resume(path));
  });

  it.each([
    ['a part', segmentBytes + 1_000],
    ['the last part', file.length],
  ])('ignores the end of %s that was sent before another request took the upload over', async (_, until) => {
    const path = await newUploadPath();
    await send(client, path, 0, file.subarray(0, 1_000));
    const before = await takeStorageSnapshot(testApp);
    const part = await openPartialUpload(path, 1_000, until);
    await sql('UPDATE uploads SET holds = holds + 1 WHERE id = $1', [idOf(path)]); // as another node does
    part.end(Buffer.alloc(0));
    expect(await part.status).toBe(423);
    expect(await offsetOf(client, path)).toBe(1_000);
    expect((await takeStorageSnapshot(testApp)).exams).toBe(before.exams);
    await expectStored(await resume(path));
  });
});
