import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { fieldParts, filePart, multipart, type Part, problemOf, sendBody, sendParts } from '../harness/multipart.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { takeStorageSnapshot } from '../harness/wait-until.ts';

const dicom = tinyDicom({ patientName: '', seed: 5 });
const text = Buffer.from('this is no image\n'.repeat(20_000));

describe('an upload’s form', () => {
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
  const refused = async (parts: Part[]) => {
    const before = await takeStorageSnapshot(testApp);
    const response = await sendParts(center.client, parts);
    const { status, code, errors } = problemOf(response);
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
    return { status, code, errors };
  };
  const on = (field: string, message: string) => ({ status: 400, code: 'validation', errors: [{ field, message }] });

  it('with two files is refused on the file, and keeps neither', async () => {
    const expected = on('file', 'Upload one file at a time');
    expect(await refused([...fields(), filePart(dicom), filePart(dicom)])).toEqual(expected);
    expect(await refused([filePart(dicom), filePart(dicom), ...fields()])).toEqual(expected);
    expect(await refused([filePart(dicom), ...fields(), filePart(dicom)])).toEqual(expected);
  });

  it('with a field sent twice is refused on that field, wherever it stands', async () => {
    const expected = on('examType', 'This was sent more than once');
    const twice: Part = { field: 'examType', value: 'mri' };
    expect(await refused([...fields(), twice, filePart(dicom)])).toEqual(expected);
    expect(await refused([filePart(dicom), ...fields(), twice])).toEqual(expected);
    expect(await refused([...fields(), filePart(dicom), twice])).toEqual(expected);
  });

  it('takes files of other names for fields that it does not have', async () => {
    const other: Part = { file: 'attachment', fileName: 'a.txt', bytes: text };
    const response = await sendParts(center.client, [other, ...fields(), filePart(dicom), other]);
    expect(response.status).toBe(201);
  });

  it('is refused for its fields before its file, and for the patient before the file, in either order', async () => {
    for (const file of [text, Buffer.alloc(0)]) {
      for (const order of [
        (part: Part, rest: Part[]) => [part, ...rest],
        (part: Part, rest: Part[]) => [...rest, part],
      ]) {
        const sent = (changes: Record<string, string | undefined>) => refused(order(filePart(file), fields(changes)));
        expect(await sent({ examType: undefined })).toEqual(on('examType', 'Exam type is required'));
        expect(await sent({ examDate: '2026-02-30' })).toEqual(on('examDate', 'Please enter a valid date'));
        expect(await sent({ patientId: 'P-0000000000', examDate: '2999-01-01' })).toMatchObject({ status: 400 });
        expect(await sent({ patientId: 'P-0000000000' })).toMatchObject({ status: 404, code: 'not_found' });
        expect((await sent({})).status).toBe(file === text ? 415 : 422);
      }
    }
  });

  it('without a file says so beside what its fields lack', async () => {
    expect(await refused([...fields({ examType: undefined })])).toMatchObject({
      errors: [{ field: 'examType' }, { field: 'file', message: 'Please select a file to upload' }],
    });
  });

  it('whose first fields are wrong is answered before the file’s bytes are read', async () => {
    // it never ends: where the answer waited for the file there would be none
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(65_536, 1);
        await wait(10); // only so that the loop does not take the processor from the portal that answers
      }
    }
    const parts = [...fields({ examType: 'x-ray' }).filter((part) => 'field' in part && part.field === 'examType')];
    const response = await sendBody(center.client, multipart([...parts, filePart(endless())]));
    expect([response.status, problemOf(response).errors?.[0]?.field]).toEqual([400, 'examType']);
  });
});
