import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examOf, fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields, getUpload, offsetOf, send } from '../harness/tus.ts';

const run = promisify(execFile);
const mebibyte = 1_048_576;

/** Mounts a disk of 64 MiB. Returns null if this machine does not allow it. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
}

const disk = await mountSmallDisk();

/** Security 6, R3: a real full disk. Skipped if none can be mounted (it needs root). */
describe.skipIf(disk === null)('full disk of 64 MiB', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    const folder = join(disk ?? '', 'objects');
    await mkdir(folder);
    testApp = await startTestAppWithFixtures({ environment: { STORAGE_URL: `file:${folder}` } });
  });
  afterAll(async () => {
    await testApp.close();
    await run('umount', [disk ?? '']);
    await rm(disk ?? '', { recursive: true });
  });

  it('rejects uploads with no_space, keeps stored files, and accepts uploads again after space is freed', async () => {
    const { client, patient } = testApp.fixtures.centerA;
    const file = (bytes: number) => Buffer.concat([...sizedDicom(bytes)]);
    const form = (bytes: Buffer) =>
      sendParts(client, [...fieldParts({ patientId: patient.patientId }), filePart(bytes)]);
    const smallFile = file(30 * mebibyte);
    const exam = examOf(await form(smallFile));

    const large = file(33 * mebibyte);
    const path = await createUpload(client, large.length, examFields(patient.patientId));
    await send(client, path, 0, large.subarray(0, 16 * mebibyte));
    const rejected = await form(file(25 * mebibyte));
    expect([rejected.status, problemOf(rejected).code]).toEqual([507, 'no_space']);

    // the rejected file was deleted, so a smaller one fits and leaves no space for the resumable upload
    const other = examOf(await form(file(8 * mebibyte)));
    const full = await send(client, path, 16 * mebibyte, large.subarray(16 * mebibyte));
    expect([full.status, problem.parse(await full.json()).code]).toEqual([507, 'no_space']);
    const offset = await offsetOf(client, path);
    expect(offset).toBeGreaterThanOrEqual(16 * mebibyte);
    expect((await getUpload(client, path)).state).toBe('open');

    await testApp.app.context.objects.remove(await objectOf(testApp, other.id)); // the operator frees space
    const end = await send(client, path, offset, large.subarray(offset));
    expect(end.status, await end.text()).toBe(204);
    expect(end.headers.get('upload-sha256')).toBe(createHash('sha256').update(large).digest('hex'));
    for (const [id, bytes] of [
      [exam.id, smallFile] as const,
      [end.headers.get('upload-exam-id') ?? '', large] as const,
    ]) {
      const response = await client.raw('GET', `/api/download/${id}`);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const { length } = await client.call(routes.center.examHistory, {});
    expect(length).toBe(4); // the fixture's exam and the three accepted ones
  });
});

async function objectOf({ superuser }: TestAppWithFixtures, examId: string) {
  const { rows } = await superuser.query<{ id: `${string}-${string}-${string}-${string}-${string}` }>(
    `SELECT id FROM exam_objects WHERE exam_id = $1 AND kind = 'original'`,
    [examId],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('The exam has no file.');
  return id;
}
