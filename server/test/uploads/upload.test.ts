import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CrashPoint } from '../../src/domain/portal/portal.ts';
import { type CenterCast, makeCenter, signInAdmin } from '../harness/cast.ts';
import { eventually, takeStock } from '../harness/leftovers.ts';
import { examOf, fieldParts, filePart, multipart, problemOf, sendBody, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { openWorld, type World } from '../harness/world.ts';

const dayMs = 86_400_000;

describe('an upload', () => {
  let world: World;
  let center: CenterCast;
  let other: CenterCast;
  let failsAfterCommit = false;
  let seed = 100;
  const file = () => {
    seed += 1;
    return tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  };
  const dayFromNow = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

  beforeAll(async () => {
    const crashPoint = (point: CrashPoint) => {
      if (point === 'after-commit' && failsAfterCommit) throw new Error('The connection was lost after the commit.');
    };
    world = await openWorld({ parts: { crashPoint } });
    const admin = await signInAdmin(world);
    const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await makeCenter(world, admin, { name: 'Aegean Imaging', number: 1, ...person, phone: '+306900000001' });
    other = await makeCenter(world, admin, {
      name: 'Ionian Diagnostics',
      number: 2,
      ...person,
      phone: '+306900000002',
    });
  });
  afterAll(() => world.close());

  const fields = (changes: Record<string, string | undefined> = {}) =>
    fieldParts({ patientId: center.patient.patientId, ...changes });

  it('takes the parts in any order and answers the exam with the hash of its bytes', async () => {
    const [first, last, between] = [file(), file(), file()];
    const [patient, ...others] = fields();
    for (const [bytes, parts] of [
      [first, [filePart(first), ...fields()]],
      [last, [...fields(), filePart(last)]],
      [between, [...(patient ? [patient] : []), filePart(between), ...others]],
    ] as const) {
      const answer = await sendParts(center.client, parts);
      expect(answer.status).toBe(201);
      expect(examOf(answer)).toMatchObject({
        patientId: center.patient.patientId,
        examType: 'ct',
        fileSize: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        status: 'processing',
      });
    }
  });

  it('keeps physician and notes, the older name of PET-CT, and the file name as text alone', async () => {
    const answer = await sendParts(center.client, [
      ...fields({ examType: 'petct', referringPhysician: ' Δρ. Νίκου ', notes: 'Πόνος στο γόνατο', unknown: 'x' }),
      filePart(file(), '../../etc/\u202epasswd\u0007.dcm'),
    ]);
    expect(examOf(answer)).toMatchObject({
      examType: 'pet-ct',
      referringPhysician: 'Δρ. Νίκου',
      notes: 'Πόνος στο γόνατο',
      fileName: 'passwd.dcm',
    });
  });

  it('takes a ZIP of DICOM files whatever it is named', async () => {
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

  it('answers the same exam for the same Idempotency-Key and content, and 409 for other content', async () => {
    const bytes = file();
    const send = (content: Buffer, changes = {}) =>
      sendParts(center.client, [filePart(content), ...fields(changes)], { 'idempotency-key': 'upload-1' });
    const first = await send(bytes);
    expect(first.status).toBe(201);
    const before = await takeStock(world);
    const again = await send(bytes);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    for (const refused of [await send(file()), await send(bytes, { notes: 'another' })]) {
      expect(refused.status).toBe(409);
      expect(problemOf(refused).code).toBe('idempotency_mismatch');
    }
    expect(await takeStock(world)).toEqual(before);
  });

  it('makes one exam of the same key sent twice at once', async () => {
    const bytes = file();
    const before = await takeStock(world);
    const send = () =>
      sendParts(center.client, [...fields(), filePart(bytes)], { 'idempotency-key': 'upload-at-once' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => examOf(answer).id)).size).toBe(1);
    const after = await takeStock(world);
    expect(after.exams).toBe(before.exams + 1);
    expect(after.files).toHaveLength(before.files.length + 1);
  });

  it('leaves another center the same key', async () => {
    const key = { 'idempotency-key': 'upload-1' };
    const parts = [...fieldParts({ patientId: other.patient.patientId }), filePart(file())];
    expect((await sendParts(other.client, parts, key)).status).toBe(201);
  });

  it('refuses missing and wrong fields with the sentences of the form, in either order, and keeps nothing', async () => {
    const before = await takeStock(world);
    for (const [changes, field, message] of [
      [{ patientId: undefined }, 'patientId', 'Patient selection is required'],
      [{ examType: undefined }, 'examType', 'Exam type is required'],
      [{ examType: 'x-ray' }, 'examType', 'Choose one of these: mri, ct, xray, blood, ultrasound, pet-ct, other.'],
      [{ examDate: undefined }, 'examDate', 'Exam date is required'],
      [{ examDate: '2026-02-30' }, 'examDate', 'Please enter a valid date'],
      [{ examDate: dayFromNow(3) }, 'examDate', 'Exam date cannot be after tomorrow'],
      [{ examDate: '1950-05-16' }, 'examDate', 'Exam date cannot be before the date of birth'],
      [{ notes: 'x'.repeat(2_001) }, 'notes', 'Use at most 2000 characters.'],
    ] as const) {
      for (const parts of [
        [...fields(changes), filePart(file())],
        [filePart(file()), ...fields(changes)],
      ]) {
        const answer = await sendParts(center.client, parts);
        expect([field, answer.status]).toEqual([field, 400]);
        expect(problemOf(answer)).toMatchObject({ code: 'validation', errors: [{ field, message }] });
      }
    }
    expect(await takeStock(world)).toEqual(before);
  });

  it('takes an exam of tomorrow, since the center may stand in another zone', async () => {
    const answer = await sendParts(center.client, [...fields({ examDate: dayFromNow(1) }), filePart(file())]);
    expect(answer.status).toBe(201);
  });

  it('answers another center’s patient as an unknown one, and before the body where the fields come first', async () => {
    const before = await takeStock(world);
    const bodies: string[] = [];
    for (const patientId of [other.patient.patientId, 'P-0000000000', 'nobody']) {
      // it never ends: where the answer waited for the body there would be none
      const bytes = async function* () {
        yield* sizedDicom(1_048_576);
        for (;;) {
          await wait(10); // only so that the loop does not take the processor from the portal that answers
          yield Buffer.alloc(1);
        }
      };
      const early = await sendParts(center.client, [...fields({ patientId }), filePart(bytes())]);
      const late = await sendParts(center.client, [filePart(file()), ...fields({ patientId })]);
      expect([early.status, late.status]).toEqual([404, 404]);
      bodies.push(...[early, late].map((answer) => JSON.stringify({ ...problemOf(answer), requestId: '' })));
    }
    expect(new Set(bodies).size).toBe(1);
    expect(await takeStock(world)).toEqual(before);
  });

  it('asks for the file where there is none, or under another name', async () => {
    const before = await takeStock(world);
    const misnamed = { file: 'upload', fileName: 'exam.dcm', bytes: file() };
    for (const parts of [fields(), [...fields(), misnamed]]) {
      const answer = await sendParts(center.client, parts);
      expect(answer.status).toBe(400);
      expect(problemOf(answer).errors).toEqual([{ field: 'file', message: 'Please select a file to upload' }]);
    }
    expect(await takeStock(world)).toEqual(before);
  });

  it('refuses what is not a form, and a form that is cut short', async () => {
    const before = await takeStock(world);
    const json = await center.client.json('POST', routes.center.uploadExam.path, { patientId: 'P-1' });
    expect(json.status).toBe(415);
    expect(await json.json()).toMatchObject({ code: 'unsupported_media' });
    const shapeless = await sendParts(center.client, fields(), { 'content-type': 'multipart/form-data' });
    expect(problemOf(shapeless).code).toBe('malformed');
    const whole: Buffer[] = [];
    for await (const piece of multipart([...fields(), filePart(file())])) whole.push(piece);
    const cut = Buffer.concat(whole).subarray(0, -600);
    const torn = await sendBody(
      center.client,
      (async function* () {
        yield cut;
      })(),
    );
    expect([torn.status, problemOf(torn).code]).toEqual([400, 'malformed']);
    expect(await takeStock(world)).toEqual(before);
  });

  it('leaves nothing of an upload whose client goes away, also in the middle of the file', async () => {
    const before = await takeStock(world);
    for (const sentBytes of [0, 300_000, 5_000_000]) {
      const sending = httpRequest(`${world.origin}${routes.center.uploadExam.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=medcloud-test-boundary-2f8c1e',
          ...center.client.credentials('bearer'),
        },
      });
      sending.on('error', () => undefined);
      const pieces = multipart([...fields(), filePart(sizedDicom(sentBytes + 3_000))]);
      let sent = 0;
      for await (const piece of pieces) {
        sending.write(piece);
        sent += piece.length;
        if (sent > sentBytes) break;
      }
      if (sentBytes > 0)
        await eventually(async () => (await takeStock(world)).files.some((name) => name.endsWith('.part')));
      sending.destroy();
      await eventually(async () => (await takeStock(world)).files.every((name) => !name.endsWith('.part')));
    }
    expect(await takeStock(world)).toEqual(before);
  });

  it('stops an upload that trickles with 408, which its client sees, and keeps nothing of it', async () => {
    const before = await takeStock(world);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const trickle = async function* () {
      yield file().subarray(0, 1_000);
      await ended;
    };
    const answering = sendParts(center.client, [...fields(), filePart(trickle())]);
    try {
      await eventually(async () => (await takeStock(world)).files.length > before.files.length);
      vi.advanceTimersByTime(60_000);
      // the answer does not wait for the rest of the body; this client goes on once it has been answered
      await eventually(async () => (await takeStock(world)).files.length === before.files.length);
    } finally {
      vi.useRealTimers();
      end();
    }
    const answer = await answering;
    expect([answer.status, problemOf(answer).code]).toEqual([408, 'too_slow']);
    expect(await takeStock(world)).toEqual(before);
  });

  it('never removes the file of an exam whose row may have been committed', async () => {
    failsAfterCommit = true;
    const bytes = file();
    const answer = await sendParts(center.client, [...fields({ notes: 'kept' }), filePart(bytes)]).finally(() => {
      failsAfterCommit = false;
    });
    expect(answer.status).toBe(500);
    const [exam] = await center.client.call(routes.center.examHistory, { query: { limit: 1 } });
    expect(exam).toMatchObject({ notes: 'kept' });
    const response = await center.client.raw('GET', `/api/download/${exam?.id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('runs three uploads of a center at once and refuses the fourth, while another center’s run', async () => {
    const before = await takeStock(world);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = async function* (bytes: Buffer) {
      yield bytes.subarray(0, 1_000);
      await released;
      yield bytes.subarray(1_000);
    };
    onTestFinished(() => release());
    const running = Array.from({ length: 3 }, () => sendParts(center.client, [...fields(), filePart(held(file()))]));
    await eventually(async () => (await takeStock(world)).files.length === before.files.length + 3);
    const fourth = await sendParts(center.client, [...fields(), filePart(file())]);
    expect([fourth.status, problemOf(fourth).code]).toEqual([429, 'rate_limited']);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = [...fieldParts({ patientId: other.patient.patientId }), filePart(file())];
    expect((await sendParts(other.client, elsewhere)).status).toBe(201);
    release();
    expect((await Promise.all(running)).map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect((await sendParts(center.client, [...fields(), filePart(file())])).status).toBe(201);
  });
});
