import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { fieldParts, filePart, multipart, type Part, problemOf, sendBody, sendParts } from '../harness/multipart.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { takeStorageSnapshot } from '../harness/wait-until.ts';

const dicom = tinyDicom({ patientName: '', seed: 5 });
const text = Buffer.from('this is no image\n'.repeat(20_000));

describe('POST /api/medical-center/upload-exam form', () => {
  let testApp: TestApp;
  let center: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, await signInAdmin(testApp), { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  const fields = (changes: Record<string, string | undefined> = {}) =>
    fieldParts({ patientId: center.patient.patientId, ...changes });
  const sendWrong = async (parts: Part[]) => {
    const before = await takeStorageSnapshot(testApp);
    const response = await sendParts(center.client, parts);
    const { status, code, errors } = problemOf(response);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
    return { status, code, errors };
  };
  const fault = (field: string, message: string) => ({ status: 400, code: 'validation', errors: [{ field, message }] });

  it('rejects two files with an error of the file field and stores neither', async () => {
    const expected = fault('file', 'Upload one file at a time');
    expect(await sendWrong([...fields(), filePart(dicom), filePart(dicom)])).toMatchObject(expected);
    expect(await sendWrong([filePart(dicom), filePart(dicom), ...fields()])).toMatchObject(expected);
    expect(await sendWrong([filePart(dicom), ...fields(), filePart(dicom)])).toMatchObject(expected);
  });

  it('rejects a repeated field in any position with an error of that field', async () => {
    const expected = fault('examType', 'This field was sent more than once');
    const twice: Part = { field: 'examType', value: 'mri' };
    expect(await sendWrong([...fields(), twice, filePart(dicom)])).toMatchObject(expected);
    expect(await sendWrong([filePart(dicom), ...fields(), twice])).toMatchObject(expected);
    expect(await sendWrong([...fields(), filePart(dicom), twice])).toMatchObject(expected);
  });

  it('accepts and ignores files of unknown names', async () => {
    const other: Part = { file: 'attachment', fileName: 'a.txt', bytes: text };
    const response = await sendParts(center.client, [other, ...fields(), filePart(dicom), other]);
    expect(response.status).toBe(201);
  });

  it('checks the fields first, then the patient, then the file, in either order of parts', async () => {
    for (const file of [text, Buffer.alloc(0)]) {
      for (const order of [
        (part: Part, rest: Part[]) => [part, ...rest],
        (part: Part, rest: Part[]) => [...rest, part],
      ]) {
        const send = (changes: Record<string, string | undefined>) => sendWrong(order(filePart(file), fields(changes)));
        expect(await send({ examType: undefined })).toMatchObject(fault('examType', 'Exam type is required'));
        expect(await send({ examDate: '2026-02-30' })).toMatchObject(fault('examDate', 'Please enter a valid date'));
        expect(await send({ patientId: 'P-0000000000', examDate: '2999-01-01' })).toMatchObject({ status: 400 });
        expect(await send({ patientId: 'P-0000000000' })).toMatchObject({ status: 404, code: 'not_found' });
        expect((await send({})).status).toBe(file === text ? 415 : 422);
      }
    }
  });

  it('reports a missing file together with field errors', async () => {
    expect(await sendWrong([...fields({ examType: undefined })])).toMatchObject({
      errors: [{ field: 'examType' }, { field: 'file', message: 'Please select a file to upload' }],
    });
  });

  it('rejects wrong fields that come first before reading the file', async () => {
    // endless: if the server waited for the file, there would be no response
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(65_536, 1);
        await wait(10); // yields the CPU, so that the server can respond
      }
    }
    const parts = [...fields({ examType: 'x-ray' }).filter((part) => 'field' in part && part.field === 'examType')];
    const response = await sendBody(center.client, multipart([...parts, filePart(endless())]));
    expect([response.status, problemOf(response).errors?.[0]?.field]).toEqual([400, 'examType']);
  });
});
