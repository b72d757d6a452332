import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FaultPoint } from '../../src/domain/core/context.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { examOf, fieldParts, filePart, multipart, problemOf, sendBody, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';

const dayMs = 86_400_000;

describe('POST /api/medical-center/upload-exam', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let other: CenterFixture;
  let shouldFailAfterCommit = false;
  let seed = 100;
  const file = () => {
    seed += 1;
    return tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  };
  const dayFromNow = (days: number) =>
    new Date(testApp.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

  beforeAll(async () => {
    const reachFaultPoint = (point: FaultPoint) => {
      if (point === 'after-commit' && shouldFailAfterCommit)
        throw new Error('The connection was lost after the commit.');
    };
    testApp = await startTestApp({ connections: racingConnections, overrides: { reachFaultPoint } });
    const admin = await signInAdmin(testApp);
    const patientFields = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, {
      name: 'Aegean Imaging',
      number: 1,
      ...patientFields,
      phone: '+306900000001',
    });
    other = await createCenter(testApp, admin, {
      name: 'Ionian Diagnostics',
      number: 2,
      ...patientFields,
      phone: '+306900000002',
    });
  });
  afterAll(() => testApp.close());

  const fields = (changes: Record<string, string | undefined> = {}) =>
    fieldParts({ patientId: center.patient.patientId, ...changes });

  it('accepts the parts in any order and returns the exam with the hash of its bytes', async () => {
    const [first, last, between] = [file(), file(), file()];
    const [patient, ...others] = fields();
    for (const [bytes, parts] of [
      [first, [filePart(first), ...fields()]],
      [last, [...fields(), filePart(last)]],
      [between, [...(patient ? [patient] : []), filePart(between), ...others]],
    ] as const) {
      const response = await sendParts(center.client, parts);
      expect(response.status).toBe(201);
      expect(examOf(response)).toMatchObject({
        patientId: center.patient.patientId,
        examType: 'ct',
        fileSize: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        status: 'processing',
      });
    }
  });

  it('stores physician and notes, maps petct to pet-ct, and sanitizes the file name', async () => {
    const response = await sendParts(center.client, [
      ...fields({ examType: 'petct', referringPhysician: ' Δρ. Νίκου ', notes: 'Πόνος στο γόνατο', unknown: 'x' }),
      filePart(file(), '../../etc/\u202epasswd\u0007.dcm'),
    ]);
    expect(examOf(response)).toMatchObject({
      examType: 'pet-ct',
      referringPhysician: 'Δρ. Νίκου',
      notes: 'Πόνος στο γόνατο',
      fileName: 'passwd.dcm',
    });
  });

  it('accepts a ZIP of DICOM files with any file name', async () => {
    const { buildZip } = await import('@medcloud/dicom/test/zip-builder.ts');
    const zip = Buffer.from(
      buildZip([
        { name: 'DICOM/IM1', content: file(), method: 'deflated' },
        { name: 'README', content: 'for the doctor' },
      ]),
    );
    const exam = examOf(await sendParts(center.client, [...fields(), filePart(zip, 'exam.dcm')]));
    const head = await center.client.raw('HEAD', `/api/download/${exam.id}`);
    expect(head.headers.get('content-disposition')).toBe(`attachment; filename="exam_${exam.id}.zip"`);
  });

  it('returns the same exam for the same Idempotency-Key and content, and 409 for other content', async () => {
    const bytes = file();
    const send = (content: Buffer, changes = {}) =>
      sendParts(center.client, [filePart(content), ...fields(changes)], { 'idempotency-key': 'upload-1' });
    const first = await send(bytes);
    expect(first.status).toBe(201);
    const before = await takeStorageSnapshot(testApp);
    const again = await send(bytes);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    for (const refused of [await send(file()), await send(bytes, { notes: 'another' })]) {
      expect(refused.status).toBe(409);
      expect(problemOf(refused).code).toBe('idempotency_mismatch');
    }
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('creates one exam for parallel requests with the same key', async () => {
    const bytes = file();
    const before = await takeStorageSnapshot(testApp);
    const send = () =>
      sendParts(center.client, [...fields(), filePart(bytes)], { 'idempotency-key': 'upload-at-once' });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(responses.map((response) => examOf(response).id)).size).toBe(1);
    const after = await takeStorageSnapshot(testApp);
    expect(after.exams).toBe(before.exams + 1);
    expect(after.files).toHaveLength(before.files.length + 1);
  });

  it('allows another center to use the same key', async () => {
    const key = { 'idempotency-key': 'upload-1' };
    const parts = [...fieldParts({ patientId: other.patient.patientId }), filePart(file())];
    expect((await sendParts(other.client, parts, key)).status).toBe(201);
  });

  it("rejects missing and wrong fields with the form's messages in either order, and stores nothing", async () => {
    const before = await takeStorageSnapshot(testApp);
    for (const [changes, field, message] of [
      [{ patientId: undefined }, 'patientId', 'Patient selection is required'],
      [{ examType: undefined }, 'examType', 'Exam type is required'],
      [{ examType: 'x-ray' }, 'examType', 'Choose one of: mri, ct, xray, blood, ultrasound, pet-ct, other.'],
      [{ examDate: undefined }, 'examDate', 'Exam date is required'],
      [{ examDate: '2026-02-30' }, 'examDate', 'Please enter a valid date'],
      [{ examDate: dayFromNow(3) }, 'examDate', 'Exam date cannot be later than tomorrow'],
      [{ examDate: '1950-05-16' }, 'examDate', 'Exam date cannot be before the date of birth'],
      [{ notes: 'x'.repeat(2_001) }, 'notes', 'Use at most 2000 characters.'],
    ] as const) {
      for (const parts of [
        [...fields(changes), filePart(file())],
        [filePart(file()), ...fields(changes)],
      ]) {
        const response = await sendParts(center.client, parts);
        expect([field, response.status]).toEqual([field, 400]);
        expect(problemOf(response)).toMatchObject({ code: 'validation', errors: [{ field, message }] });
      }
    }
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('accepts an exam date of tomorrow, because the center may be in another time zone', async () => {
    const response = await sendParts(center.client, [...fields({ examDate: dayFromNow(1) }), filePart(file())]);
    expect(response.status).toBe(201);
  });

  it('returns the same 404 for another center’s patient and an unknown one, before a body sent last', async () => {
    const before = await takeStorageSnapshot(testApp);
    const bodies: string[] = [];
    for (const patientId of [other.patient.patientId, 'P-0000000000', 'nobody']) {
      // endless: if the server waited for the body, there would be no response
      const bytes = async function* () {
        yield* sizedDicom(1_048_576);
        for (;;) {
          await wait(10); // yields the CPU, so that the server can respond
          yield Buffer.alloc(1);
        }
      };
      const early = await sendParts(center.client, [...fields({ patientId }), filePart(bytes())]);
      const late = await sendParts(center.client, [filePart(file()), ...fields({ patientId })]);
      expect([early.status, late.status]).toEqual([404, 404]);
      bodies.push(...[early, late].map((response) => JSON.stringify({ ...problemOf(response), requestId: '' })));
    }
    expect(new Set(bodies).size).toBe(1);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('requires a file in the file field', async () => {
    const before = await takeStorageSnapshot(testApp);
    const misnamed = { file: 'upload', fileName: 'exam.dcm', bytes: file() };
    for (const parts of [fields(), [...fields(), misnamed]]) {
      const response = await sendParts(center.client, parts);
      expect(response.status).toBe(400);
      expect(problemOf(response).errors).toMatchObject([{ field: 'file', message: 'Please select a file to upload' }]);
    }
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('rejects other content types and a truncated form', async () => {
    const before = await takeStorageSnapshot(testApp);
    const json = await center.client.json('POST', routes.center.uploadExam.path, { patientId: 'P-1' });
    expect(json.status).toBe(415);
    expect(await json.json()).toMatchObject({ code: 'unsupported_media' });
    const shapeless = await sendParts(center.client, fields(), { 'content-type': 'multipart/form-data' });
    expect(problemOf(shapeless).code).toBe('malformed');
    const formChunks: Buffer[] = [];
    for await (const chunk of multipart([...fields(), filePart(file())])) formChunks.push(chunk);
    const cut = Buffer.concat(formChunks).subarray(0, -600);
    const torn = await sendBody(
      center.client,
      (async function* () {
        yield cut;
      })(),
    );
    expect([torn.status, problemOf(torn).code]).toEqual([400, 'malformed']);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('stores nothing if the client disconnects, also in the middle of the file', async () => {
    const before = await takeStorageSnapshot(testApp);
    for (const sentBytes of [0, 300_000, 5_000_000]) {
      const sending = httpRequest(`${testApp.origin}${routes.center.uploadExam.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=medcloud-test-boundary-2f8c1e',
          ...center.client.credentials('bearer'),
        },
      });
      sending.on('error', () => undefined);
      const chunks = multipart([...fields(), filePart(sizedDicom(sentBytes + 3_000))]);
      let sent = 0;
      for await (const chunk of chunks) {
        sending.write(chunk);
        sent += chunk.length;
        if (sent > sentBytes) break;
      }
      if (sentBytes > 0)
        await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.some((name) => name.endsWith('.part')));
      sending.destroy();
      await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.every((name) => !name.endsWith('.part')));
    }
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('aborts a slow upload with a 408 that its client receives, and stores nothing', async () => {
    const before = await takeStorageSnapshot(testApp);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slowBytes = async function* () {
      yield file().subarray(0, 1_000);
      await ended;
    };
    const responsePromise = sendParts(center.client, [...fields(), filePart(slowBytes())]);
    try {
      await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.length > before.files.length);
      vi.advanceTimersByTime(60_000);
      // the response does not wait for the rest of the body; this client continues after it
      await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.length === before.files.length);
    } finally {
      vi.useRealTimers();
      end();
    }
    const response = await responsePromise;
    expect([response.status, problemOf(response).code]).toEqual([408, 'too_slow']);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
  });

  it('never deletes the file of an exam whose row may be committed', async () => {
    shouldFailAfterCommit = true;
    const bytes = file();
    const failed = await sendParts(center.client, [...fields({ notes: 'kept' }), filePart(bytes)]).finally(() => {
      shouldFailAfterCommit = false;
    });
    expect(failed.status).toBe(500);
    const [exam] = await center.client.call(routes.center.examHistory, { query: { limit: 1 } });
    expect(exam).toMatchObject({ notes: 'kept' });
    const response = await center.client.raw('GET', `/api/download/${exam?.id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('allows three uploads of a center at once and rejects the fourth, but not another center’s', async () => {
    const before = await takeStorageSnapshot(testApp);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pausedBytes = async function* (bytes: Buffer) {
      yield bytes.subarray(0, 1_000);
      await released;
      yield bytes.subarray(1_000);
    };
    onTestFinished(() => release());
    const running = Array.from({ length: 3 }, () =>
      sendParts(center.client, [...fields(), filePart(pausedBytes(file()))]),
    );
    await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.length === before.files.length + 3);
    const fourth = await sendParts(center.client, [...fields(), filePart(file())]);
    expect([fourth.status, problemOf(fourth).code]).toEqual([429, 'rate_limited']);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = [...fieldParts({ patientId: other.patient.patientId }), filePart(file())];
    expect((await sendParts(other.client, elsewhere)).status).toBe(201);
    release();
    expect((await Promise.all(running)).map((response) => response.status)).toEqual([201, 201, 201]);
    expect((await sendParts(center.client, [...fields(), filePart(file())])).status).toBe(201);
  });
});
