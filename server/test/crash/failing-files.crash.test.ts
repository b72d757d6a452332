import { createHash } from 'node:crypto';
import { faults, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOrphanObjects } from '../../src/domain/exams/delete-orphan-objects.ts';
import { FaultyFiles, type FileFault } from '../../src/platform/blobs/files/faulty-files.ts';
import { systemFiles } from '../../src/platform/blobs/files/file-system.ts';
import { Client } from '../harness/client.ts';
import { isDeep } from '../harness/depth.ts';
import { examOf, fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields, offsetOf, send } from '../harness/tus.ts';
import { takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';

const segmentBytes = 262_144;
const file = Buffer.concat([...sizedDicom(segmentBytes + 5_000)]);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha256 = hashOf(file);

/** File system errors and the fault returned for each. A short write is continued, so it has none. */
const faultResponses: [FileFault, 'no_space' | 'unavailable' | null][] = [
  ['ENOSPC', 'no_space'],
  ['EIO', 'unavailable'],
  ['short', null],
];

/** Security 6, R3: fails each single file system call once. */
describe('uploads to a portal whose storage fails once', () => {
  // The open-file cache keeps files of earlier downloads open briefly. Their close is not a call of the next upload.
  const files = new FaultyFiles(systemFiles(), { shouldCountOpenFiles: false });
  let testApp: TestAppWithFixtures;
  let client: Client;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ overrides: { files }, environment: { UPLOADS_PER_DAY: '100000' } });
    // The orphan job runs after start and after the clock is advanced.
    await waitUntil(areJobsQuiet);
    // The first object in a folder creates the folder. Create all now, so every upload makes the same calls.
    for (let digits = 0; digits < 256; digits += 1)
      await testApp.app.context.objects.remove(
        `00000000-0000-4000-8000-0000000000${digits.toString(16).padStart(2, '0')}`,
      );
  });
  afterAll(() => testApp.close());

  /** Checks whether all periodic jobs have run and wait for their next time. */
  const areJobsQuiet = async () => {
    const { rows } = await testApp.superuser.query<{ kind: string; isDue: boolean }>(
      `SELECT kind, state = 'running' OR due_at <= $1 AS "isDue" FROM jobs WHERE every_ms IS NOT NULL`,
      [testApp.clock.now()],
    );
    return rows.some(({ kind }) => kind === 'every:sweep-objects') && rows.every(({ isDue }) => !isDue);
  };

  /** Signs in again for each fault, because a session is limited to 600 calls a minute. */
  const signIn = async () => {
    const { centerId, password } = testApp.fixtures.centerA;
    client = await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
      centerId,
      password,
    });
  };

  interface UploadResult {
    /** Error responses before the upload was stored. */
    refused: { status: number; code: string; message?: string | undefined }[];
    examId: string;
  }

  /** Returns the index of the next call that the fault affects, or undefined after the last. */
  const nextCall = (fault: FileFault, calls: readonly string[], call: number) => {
    const next = calls.findIndex((name, at) => at > call && (fault !== 'short' || name.startsWith('write')));
    return next === -1 ? undefined : next;
  };

  /**
   * Repeats the same upload; each time a later file system call fails, until every call has failed once. Returns the
   * names of the calls whose failure rejected the upload.
   */
  async function failEachCall(
    fault: FileFault,
    code: 'no_space' | 'unavailable' | null,
    sendAll: () => Promise<UploadResult>,
  ) {
    await signIn();
    const refusing = new Set<string>();
    const expected = code === null ? [] : [{ status: faults[code].status, code, message: faultTexts[code] }];
    const before = await takeStorageSnapshot(testApp);
    const examIds: string[] = [];
    for (let call: number | undefined = 0; call !== undefined; ) {
      files.failAt(call, fault);
      const { refused, examId } = await sendAll();
      examIds.push(examId);
      const calls = [...files.calls];
      files.failAt(-1, fault);
      const failed = String(calls[call]);
      const what = `${fault} at ${failed}`;
      if (refused.length > 0) expect(refused, what).toEqual(expected);
      if (refused.length > 0) refusing.add(failed.split(' ')[0] ?? '');
      call = nextCall(fault, calls, call);
    }
    await deleteOrphanObjects(testApp.app.context, 0);
    const after = await takeStorageSnapshot(testApp);
    expect([after.exams - before.exams, after.files.length - before.files.length]).toEqual([
      examIds.length,
      examIds.length,
    ]);
    for (const id of examIds) await expectUnchanged(id);
    return [...refusing];
  }

  const expectUnchanged = async (examId: string) => {
    const download = await client.raw('GET', `/api/download/${examId}`);
    expect(hashOf(Buffer.from(await download.arrayBuffer()))).toBe(sha256);
  };

  const countExams = async () => {
    const { rows } = await testApp.superuser.query<{ count: number }>('SELECT count(*) FROM exams');
    return rows[0]?.count;
  };

  /** Sends the form, and sends it again if it was rejected. */
  async function sendForm(): Promise<UploadResult> {
    const parts = [...fieldParts({ patientId: testApp.fixtures.centerA.patient.patientId }), filePart(file)];
    const refused: UploadResult['refused'] = [];
    const before = await countExams();
    for (;;) {
      const response = await sendParts(client, parts);
      if (response.status === 201) return { refused, examId: examOf(response).id };
      const { code, message } = problemOf(response);
      refused.push({ status: response.status, code, message });
      expect([refused.length, await countExams()]).toEqual([1, before]);
    }
  }

  /** Sends two parts, and sends each again from the upload's offset if it was rejected. */
  async function sendInParts(): Promise<UploadResult> {
    const path = await createUpload(client, file.length, examFields(testApp.fixtures.centerA.patient.patientId));
    const refused: UploadResult['refused'] = [];
    const before = await countExams();
    for (;;) {
      const offset = await offsetOf(client, path);
      const until = offset < segmentBytes ? segmentBytes + 100 : file.length;
      const response = await send(client, path, offset, file.subarray(offset, until));
      const examId = response.headers.get('upload-exam-id');
      if (examId !== null) return { refused, examId };
      expect(await countExams()).toBe(before);
      if (response.status === 204) continue;
      const { code, message } = problem.parse(await response.json());
      refused.push({ status: response.status, code, message });
      expect(refused).toHaveLength(1);
    }
  }

  const ways = { 'a form': sendForm, 'a resumable upload': sendInParts } as const;
  const firstCalls = { 'a form': 'create', 'a resumable upload': 'openPart' } as const;
  const all = (['a form', 'a resumable upload'] as const).flatMap((way) =>
    faultResponses.map(([fault, code]) => [way, fault, code] as const),
  );
  /** The deep run tests both ways with every fault; the normal run tests each fault with one way. */
  const each = all.filter(([way, fault]) => isDeep || (fault === 'EIO') === (way === 'a form'));

  it.each(each)(
    'answer %s with the fault’s code, create no exam, and succeed on the next try: %s',
    async (way, fault, code) => {
      const refusing = await failEachCall(fault, code, ways[way]);
      const always = [firstCalls[way], 'write', 'sync', 'close', 'rename', 'syncFolder', 'read'];
      expect(refusing).toEqual(code === null ? [] : expect.arrayContaining(always));
    },
  );

  it('close their part file if the database fails at the end, and create the exam on the next try', async () => {
    const sql = (statement: string) => testApp.superuser.query(statement);
    await signIn();
    const path = await createUpload(client, file.length, examFields(testApp.fixtures.centerA.patient.patientId));
    await sql(`CREATE FUNCTION ends() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'the server shuts down' USING ERRCODE = 'admin_shutdown'; END $$`);
    await sql(
      `CREATE TRIGGER ends BEFORE UPDATE ON uploads FOR EACH ROW WHEN (NEW.state = 'verifying') EXECUTE FUNCTION ends()`,
    );
    files.failAt(-1, 'EIO');
    const response = await send(client, path, 0, file);
    expect([response.status, problem.parse(await response.json()).code]).toEqual([503, 'unavailable']);
    const count = (name: string) =>
      files.calls.filter((call) => call.startsWith(name) && call.endsWith('.part')).length;
    expect([count('openPart'), count('close')]).toEqual([1, 1]);
    await sql('DROP TRIGGER ends ON uploads');
    const end = await send(client, path, 0, file);
    expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256]);
  });
});
