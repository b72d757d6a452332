import { createHash, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FaultPoint } from '../../src/domain/core/context.ts';
import { deleteOrphanObjects } from '../../src/domain/exams/delete-orphan-objects.ts';
import { expireIdleUploads } from '../../src/domain/uploads/cancel-upload.ts';
import { Client } from '../harness/client.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import {
  createUpload,
  examFields,
  getUpload,
  metadataHeader,
  offsetOf,
  openPart,
  requestUpload,
  send,
  uploadsPath,
} from '../harness/tus.ts';
import { listStoredFiles, takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';
import { zipOf } from '../phantom/zip-of.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const segmentBytes = 262_144;

/** shapes, "How the matrix is read", 5; tus 1.0.0. */
describe('resumable upload', () => {
  let testApp: TestAppWithFixtures;
  /** Number of chunks that the server has written, of any upload. */
  let writtenChunks = 0;
  beforeAll(async () => {
    const reachFaultPoint = (point: FaultPoint) => {
      if (point === 'chunk-written') writtenChunks += 1;
    };
    // the server's own cleanup job would interfere
    testApp = await startTestAppWithFixtures({
      overrides: { reachFaultPoint, jobs: { ...quietJobs, cleanupEveryMs: 96 * 3_600_000 } },
    });
  });
  afterAll(() => testApp.close());

  const client = () => testApp.fixtures.centerA.client;
  const signIn = () => {
    const { centerId, password } = testApp.fixtures.centerA;
    return new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, { centerId, password });
  };
  const fields = (more: Record<string, string> = {}) => examFields(testApp.fixtures.centerA.patient.patientId, more);
  const fileOf = (bytes: number): Buffer => Buffer.concat([...sizedDicom(bytes)]);
  const codeOf = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const download = async (examId: string) =>
    Buffer.from(await (await client().raw('GET', `/api/download/${examId}`)).arrayBuffer());
  /** Returns the encrypted bytes of an open upload on disk. */
  const partBytes = async (path: string) => {
    const { rows } = await testApp.superuser.query<{ object_id: string }>(
      'SELECT object_id FROM uploads WHERE id = $1',
      [path.split('/').at(-1)],
    );
    const found = await readdir(testApp.config.objectsFolder, { recursive: true });
    const name = found.find((each) => each.endsWith(`${rows[0]?.object_id}.part`));
    return name === undefined ? 0 : (await stat(join(testApp.config.objectsFolder, name))).size;
  };
  const auditEvents = async (id: string) => {
    const { rows } = await testApp.superuser.query<{ event: string }>(
      'SELECT event FROM audit_events WHERE object_id = $1 ORDER BY id',
      [id],
    );
    return rows.map((row) => row.event);
  };

  it('stores the sent bytes as an exam for any sizes of parts', async () => {
    const file = fileOf(3 * segmentBytes + 5_001);
    const path = await createUpload(
      client(),
      file.length,
      fields({ notes: 'δύο λήψεις', referringPhysician: 'Δρ. Νίκου' }),
    );
    const cuts = [0, 1, 100, segmentBytes - 1, segmentBytes, segmentBytes + 7, 3 * segmentBytes, file.length];
    let last: Response | undefined;
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      expect(await offsetOf(client(), path)).toBe(from);
      last = await send(client(), path, from, file.subarray(from, cuts[index + 1]));
      expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(cuts[index + 1])]);
      expect(last.headers.get('tus-resumable')).toBe('1.0.0');
    }
    expect(last?.headers.get('upload-sha256')).toBe(sha256(file));
    const examId = last?.headers.get('upload-exam-id') ?? '';
    expect(await auditEvents(examId)).toEqual(['exam_uploaded']);
    expect(await download(examId)).toEqual(file);
    expect(await getUpload(client(), path)).toMatchObject({
      state: 'stored',
      offset: file.length,
      exam: { id: examId, sha256: sha256(file), fileName: 'κεφαλή.dcm', notes: 'δύο λήψεις', fileSize: file.length },
    });
    expect(await auditEvents(path.split('/').at(-1) ?? '')).toEqual(['exam_upload_begun']);
  });

  it('repeats the response of its last part and creates no second exam', async () => {
    const file = tinyDicom({ patientName: 'Twice^Sent', seed: 71 });
    const path = await createUpload(client(), file.length, fields());
    const first = await send(client(), path, 0, file);
    const before = await takeStorageSnapshot(testApp);
    const again = await send(client(), path, file.length, Buffer.alloc(0));
    expect([again.status, again.headers.get('upload-exam-id')]).toEqual([204, first.headers.get('upload-exam-id')]);
    expect(await codeOf(await send(client(), path, 0, file))).toEqual([409, 'offset_conflict']);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
    expect(await offsetOf(client(), path)).toBe(file.length);
  });

  it('resumes from the received offset after a connection loss', async () => {
    const file = fileOf(5 * segmentBytes + 77);
    const path = await createUpload(client(), file.length, fields());
    const before = writtenChunks;
    const part = openPart(client(), path, 0, file.subarray(0, 2 * segmentBytes + 1_234));
    await waitUntil(() => writtenChunks > before);
    part.destroy();
    expect(await part.status).toBe(null);
    const offset = await offsetOf(client(), path);
    expect(offset).toBeGreaterThan(0);
    const end = await send(client(), path, offset, file.subarray(offset));
    expect(end.headers.get('upload-sha256')).toBe(sha256(file));
    expect(await download(end.headers.get('upload-exam-id') ?? '')).toEqual(file);
  });

  it.each(['the connection is cut', 'the client reads the offset', 'more bytes follow'])(
    'becomes an exam or can be resumed when %s after the last byte',
    async (what) => {
      const file = fileOf(segmentBytes + 5_000);
      const path = await createUpload(client(), file.length, fields());
      await send(client(), path, 0, file.subarray(0, segmentBytes + 1_000));
      const before = writtenChunks;
      const part = openPart(client(), path, segmentBytes + 1_000, file.subarray(segmentBytes + 1_000));
      await waitUntil(() => writtenChunks > before);
      if (what === 'the connection is cut') part.destroy();
      if (what === 'more bytes follow') part.end(Buffer.alloc(10));
      const offset = await offsetOf(client(), path);
      const isComplete = offset === file.length;
      expect([isComplete, (await getUpload(client(), path)).state]).toEqual([
        isComplete,
        isComplete ? 'stored' : 'open',
      ]);
      if (what === 'more bytes follow') expect(await part.status).toBe(413);
      const end = await send(client(), path, offset, file.subarray(offset));
      expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256(file)]);
      expect(await download(end.headers.get('upload-exam-id') ?? '')).toEqual(file);
    },
  );

  it('is aborted with 408 below 32 KiB/s over 30 s, and can be resumed from the received offset', async () => {
    const file = fileOf(12 * segmentBytes);
    const path = await createUpload(client(), file.length, fields());
    const waitForSegments = (count: number) => waitUntil(async () => (await partBytes(path)) >= count * segmentBytes);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const part = openPart(client(), path, 0, file.subarray(0, 4 * segmentBytes));
      await waitForSegments(4);
      vi.advanceTimersByTime(30_000); // the first 30 s have no minimum rate
      part.write(file.subarray(4 * segmentBytes, 8 * segmentBytes)); // 34.1 KiB/s
      await waitForSegments(8);
      vi.advanceTimersByTime(30_000);
      const before = writtenChunks;
      part.write(file.subarray(8 * segmentBytes, 11 * segmentBytes)); // 25.6 KiB/s, and less than the buffered bytes
      await waitUntil(() => writtenChunks > before);
      expect(await Promise.race([part.status, 'pending'])).toBe('pending');
      vi.advanceTimersByTime(30_000);
      expect(await part.status).toBe(408);
    } finally {
      vi.useRealTimers();
    }
    const offset = await offsetOf(client(), path);
    expect(offset).toBeGreaterThan(8 * segmentBytes);
    const end = await send(client(), path, offset, file.subarray(offset));
    expect(end.headers.get('upload-sha256')).toBe(sha256(file));
  });

  it('is taken over from a stalled connection', async () => {
    const file = fileOf(2 * segmentBytes);
    const path = await createUpload(client(), file.length, fields());
    const before = writtenChunks;
    const stalled = openPart(client(), path, 0, file.subarray(0, 300_000));
    await waitUntil(() => writtenChunks > before);
    const offset = await offsetOf(client(), path);
    const second = await send(client(), path, offset, file.subarray(offset));
    expect(await stalled.status).toBeOneOf([423, null]);
    expect([second.status, second.headers.get('upload-sha256')]).toEqual([204, sha256(file)]);
  });

  it('accepts a part with a checksum completely or not at all', async () => {
    const file = fileOf(segmentBytes + 40_000);
    const path = await createUpload(client(), file.length, fields());
    const part = file.subarray(0, segmentBytes + 10);
    const digest = (bytes: Buffer) => createHash('sha1').update(bytes).digest('base64');
    const wrong = await send(client(), path, 0, part, { 'upload-checksum': `sha1 ${digest(file)}` });
    expect(await codeOf(wrong)).toEqual([460, 'checksum_mismatch']);
    expect(await offsetOf(client(), path)).toBe(0);
    const right = await send(client(), path, 0, part, { 'upload-checksum': `sha1 ${digest(part)}` });
    expect(right.headers.get('upload-offset')).toBe(String(part.length));
    const unknown = await send(client(), path, part.length, file.subarray(part.length), {
      'upload-checksum': 'md5 AA==',
    });
    expect(await codeOf(unknown)).toEqual([400, 'malformed']);
    const end = await send(client(), path, part.length, file.subarray(part.length));
    expect(end.headers.get('upload-sha256')).toBe(sha256(file));
  });

  it('rejects an invalid file like the form, stores nothing, and repeats the rejection', async () => {
    const before = await takeStorageSnapshot(testApp);
    const letter = Buffer.from('a letter, and no image at all\n'.repeat(20));
    const path = await createUpload(client(), letter.length, fields());
    expect(await codeOf(await send(client(), path, 0, letter))).toEqual([415, 'unsupported_type']);
    expect(await getUpload(client(), path)).toMatchObject({
      state: 'rejected',
      problem: { status: 415, code: 'unsupported_type' },
    });
    expect(await codeOf(await send(client(), path, 0, letter))).toEqual([415, 'unsupported_type']);
    const parts: Buffer[] = [];
    for await (const chunk of zipOf([{ name: '../outside.dcm', bytes: tinyDicom({ patientName: 'A^B', seed: 5 }) }]))
      parts.push(chunk);
    const archive = Buffer.concat(parts);
    const other = await createUpload(client(), archive.length, fields());
    expect(await codeOf(await send(client(), other, 0, archive))).toEqual([422, 'unsafe_archive']);
    expect((await client().raw('HEAD', other)).status).toBe(410);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
    expect(await auditEvents(other.split('/').at(-1) ?? '')).toEqual(['exam_upload_begun', 'exam_upload_refused']);
  });

  it('rejects a truncated or too large document', async () => {
    const before = await takeStorageSnapshot(testApp);
    const torn = Buffer.from('%PDF-1.7\n1 0 obj\n');
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(limits.documentBytes)]);
    const refused = [
      [torn, 422, 'unreadable_document'],
      [large, 413, 'too_large'],
    ] as const;
    for (const [file, status, code] of refused) {
      const path = await createUpload(client(), file.length, fields({ examType: 'blood' }));
      expect(await codeOf(await send(client(), path, 0, file))).toEqual([status, code]);
      expect(await getUpload(client(), path)).toMatchObject({ state: 'rejected', problem: { status, code } });
      expect(await auditEvents(path.split('/').at(-1) ?? '')).toEqual(['exam_upload_begun', 'exam_upload_refused']);
    }
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('accepts exactly 500 x 1,048,576 bytes, and rejects one more at creation', async () => {
    expect(await codeOf(await requestUpload(client(), limits.uploadBytes + 1, fields()))).toEqual([413, 'too_large']);
    expect(await codeOf(await requestUpload(client(), 0, fields()))).toEqual([422, 'empty_file']);
    const path = await createUpload(client(), limits.uploadBytes, fields());
    expect((await client().raw('DELETE', path)).status).toBe(204);
  });

  it('checks fields, patient and tus version at creation', async () => {
    const wrong = await requestUpload(client(), 100, fields({ examDate: 'yesterday' }));
    expect(problem.parse(await wrong.json()).errors).toMatchObject([
      { field: 'examDate', message: 'Please enter a valid date' },
    ]);
    expect(await codeOf(await requestUpload(client(), 100, fields({ patientId: 'P-7Z7Z7Z7Z7Z' })))).toEqual([
      404,
      'not_found',
    ]);
    const header = await requestUpload(client(), 100, fields(), { 'upload-metadata': 'patientId %%%' });
    expect(await codeOf(header)).toEqual([400, 'malformed']);
    const twice = `${metadataHeader(fields())},examType ${Buffer.from('mri').toString('base64')}`;
    expect(await codeOf(await requestUpload(client(), 100, fields(), { 'upload-metadata': twice }))).toEqual([
      400,
      'validation',
    ]);
    const tus2 = await requestUpload(client(), 100, fields(), { 'tus-resumable': '2.0.0' });
    expect([tus2.status, tus2.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  });

  it('returns the same upload for the same key, and rejects the key of another file', async () => {
    const key = { uploadKey: randomUUID() };
    const path = await createUpload(client(), 5_000, fields(key));
    expect(await createUpload(client(), 5_000, fields(key))).toBe(path);
    const both = await Promise.all(
      [1, 2, 3].map(() => createUpload(client(), 7_000, fields({ uploadKey: 'at once' }))),
    );
    expect(new Set(both).size).toBe(1);
    expect(await codeOf(await requestUpload(client(), 5_001, fields(key)))).toEqual([409, 'idempotency_mismatch']);
    // keys are per center
    const { centerB } = testApp.fixtures;
    const others = await createUpload(centerB.client, 5_000, examFields(centerB.patient.patientId, key));
    expect(others).not.toBe(path);
    await client().raw('DELETE', path);
    expect(await createUpload(client(), 5_000, fields(key))).not.toBe(path);
  });

  it('lists open uploads, and deletes a canceled one', async () => {
    const path = await createUpload(client(), 9_000, fields());
    await send(client(), path, 0, tinyDicom({ patientName: 'Open^One', seed: 8 }).subarray(0, 700));
    const id = path.split('/').at(-1) ?? '';
    const open = await client().call(routes.center.openUploads, {});
    expect(open.find((each) => each.id === id)).toMatchObject({
      state: 'open',
      offset: 700,
      length: 9_000,
      metadata: { filename: 'κεφαλή.dcm' },
    });
    expect((await client().raw('DELETE', path)).status).toBe(204);
    expect((await client().call(routes.center.openUploads, {})).map((each) => each.id)).not.toContain(id);
    expect(await codeOf(await send(client(), path, 700, Buffer.alloc(10)))).toEqual([410, 'upload_over']);
    expect(await auditEvents(id)).toEqual(['exam_upload_begun', 'exam_upload_ended']);
  });

  it('accepts parts from an idle session, but not from one that signed out', async () => {
    const file = fileOf(2_000);
    const path = await createUpload(client(), file.length, fields());
    const session = await signIn();
    testApp.advanceClock(31 * 60_000);
    expect((await session.raw('GET', '/api/medical-center/dashboard')).status).toBe(401);
    expect((await send(session, path, 0, file.subarray(0, 1_000))).status).toBe(204);
    expect((await session.raw('GET', '/api/medical-center/dashboard')).status).toBe(401);
    await session.raw('POST', '/api/auth/logout');
    expect(await codeOf(await send(session, path, 1_000, file.subarray(1_000)))).toEqual([401, 'unauthenticated']);
  });

  it('expires after 48 hours without a request and deletes its bytes; a cleanup before keeps them', async () => {
    const fresh = await signIn();
    const file = fileOf(segmentBytes + 500);
    const path = await createUpload(fresh, file.length, fields());
    await send(fresh, path, 0, file.subarray(0, segmentBytes + 100));
    const { rows } = await testApp.superuser.query<{ object_id: string }>(
      'SELECT object_id FROM uploads WHERE id = $1',
      [path.split('/').at(-1)],
    );
    const part = `${rows[0]?.object_id}.part`;
    expect(await listStoredFiles(testApp.config.objectsFolder)).toContain(part);
    await deleteOrphanObjects(testApp.app.context, 0);
    expect(await listStoredFiles(testApp.config.objectsFolder)).toContain(part);
    testApp.advanceClock(48 * 3_600_000 + 60_000);
    expect(await expireIdleUploads(testApp.app.context)).toBeGreaterThanOrEqual(1);
    expect(await listStoredFiles(testApp.config.objectsFolder)).not.toContain(part);
    const later = await signIn();
    expect(await codeOf(await send(later, path, segmentBytes + 100, file.subarray(segmentBytes + 100)))).toEqual([
      410,
      'upload_over',
    ]);
  });

  it('returns version, extensions and maximum size for OPTIONS', async () => {
    const response = await fetch(`${testApp.origin}${uploadsPath}`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('tus-extension')).toBe('creation,termination,checksum,expiration');
    expect(response.headers.get('tus-max-size')).toBe(String(limits.uploadBytes));
  });
});
