import { type Exam, routes } from '@medcloud/contract';
import { writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexExamJob } from '../../src/domain/imaging/index/index-exam-job.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import { type DoctorFixture, uploadExam } from '../harness/fixtures.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields, send } from '../harness/tus.ts';
import { zipOf } from '../phantom/zip-of.ts';

const { confirmExam, moveExam, examHistory } = routes.center;

interface Facts {
  /** Of the instance, where it is another's. */
  uid?: string;
  name?: string;
  birthDate?: string;
  sex?: string;
  number?: string;
}

let createdCount = 0;

/** A file of a patient: enough of one to be prepared for viewing. */
function fileOf({ name, birthDate, sex, number, uid = `2.25.77${createdCount}` }: Facts): Buffer {
  createdCount += 1;
  const texts: [number, string, string | undefined][] = [
    [0x00080005, 'CS', 'ISO_IR 192'],
    [0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7\0'],
    [0x00080018, 'UI', `${uid}.3`],
    [0x00080060, 'CS', 'OT'],
    [0x00100010, 'PN', name],
    [0x00100020, 'LO', number],
    [0x00100030, 'DA', birthDate],
    [0x00100040, 'CS', sex],
    [0x0020000d, 'UI', `${uid}.1`],
    [0x0020000e, 'UI', `${uid}.2`],
  ];
  const elements = texts.flatMap(([tag, vr, value]) =>
    value === undefined ? [] : [{ tag, vr, value: padded(value) }],
  );
  return Buffer.from(
    writeFile(writeDataSet(elements, { explicitVr: true, littleEndian: true }), '1.2.840.10008.1.2.1'),
  );
}

function padded(value: string): Buffer {
  const bytes = Buffer.from(value);
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')]);
}

async function zipped(...files: Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(
    files.map((bytes, place) => ({ name: `CT/${place}`, bytes })),
    { deflate: true },
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

const georgios = { name: 'PAPADOPOULOS^GEORGIOS', birthDate: '19530423', sex: 'M' };
const maria = { name: 'PAPADOPOULOU^MARIA', birthDate: '19500517', sex: 'F' };

let testApp: TestAppWithFixtures;
let workers: ImagingWorkers;
let patientId = '';

// what the portal does with an exam behind its upload is told by the test, as where many wait to be prepared for viewing
beforeAll(async () => {
  testApp = await startTestAppWithFixtures({ overrides: { jobs: quietJobs } });
  workers = new ImagingWorkers(testApp.config.objectsFolder);
  patientId = testApp.fixtures.centerA.patient.patientId;
});
afterAll(async () => {
  await workers.close();
  await testApp.close();
});

const upload = (file: Buffer, fields?: Record<string, string>) =>
  uploadExam(testApp.fixtures.centerA.client, patientId, file, fields);
const indexExam = async (examId: string) =>
  await indexExamJob(
    { context: testApp.app.context, workers },
    { examId, isLastAttempt: false, signal: new AbortController().signal },
  );
const ofCenter = async (id: string) =>
  (await testApp.fixtures.centerA.client.call(examHistory, { query: { id } })).find((exam) => exam.id === id);

/** Product, "Exams": wrong-patient guard. The cast's patient of center A is Μαρία Παπαδοπούλου, born on 1950-05-17. */
describe('an exam whose file names', () => {
  let doctor: DoctorFixture;
  beforeAll(() => {
    doctor = testApp.fixtures.doctors.consent;
  });

  const ofDoctor = async (id: string): Promise<Pick<Exam, 'mismatch' | 'status'> | undefined> =>
    (await doctor.client.call(routes.doctor.patientExams, { params: { patientId } })).exams.find(
      (exam) => exam.id === id,
    );
  const statusFor = async (id: string) => (await doctor.client.raw('GET', `/api/download/${id}`)).status;

  it('its patient, in another alphabet, is kept as any other', async () => {
    const id = await upload(fileOf(maria));
    expect(await ofDoctor(id)).toBeDefined();
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ status: 'completed', inDoubt: false });
    expect(await ofCenter(id)).not.toHaveProperty('mismatch');
  });

  it('another patient is held back from the first moment, until the center confirms it; then doctors see it with the mark', async () => {
    const id = await upload(fileOf(georgios));
    expect(await ofDoctor(id)).toBeUndefined();
    expect(await statusFor(id)).toBe(404);
    const differences = [
      { field: 'name', theirs: georgios.name, ours: 'Παπαδοπούλου^Μαρία' },
      { field: 'birthDate', theirs: '1953-04-23', ours: '1950-05-17' },
      { field: 'sex', theirs: 'M', ours: 'F' },
    ];
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({
      status: 'needs-attention',
      inDoubt: true,
      mismatch: { cause: 'patient-mismatch', differences, confirmed: false },
    });
    expect(await ofDoctor(id)).toBeUndefined();
    await testApp.fixtures.centerA.client.call(confirmExam, { params: { id }, body: { reason: 'Λάθος στο μηχάνημα' } });
    const seen = await ofDoctor(id);
    expect(seen).toMatchObject({ status: 'completed', mismatch: { differences, confirmed: true } });
    expect(JSON.stringify(seen)).not.toContain('Λάθος');
    expect(await statusFor(id)).toBe(200);
  });

  it('another patient, with the reason why that is right, is seen with the mark at once', async () => {
    const id = await upload(fileOf(georgios), { mismatchReason: 'Λάθος στο μηχάνημα' });
    expect(await ofDoctor(id)).toMatchObject({ mismatch: { cause: 'patient-mismatch', confirmed: true } });
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ status: 'completed', reason: 'Λάθος στο μηχάνημα' });
  });

  it('another patient is in no doubt with that one', async () => {
    const other = await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Γεώργιος', lastName: 'Παπαδόπουλος', dateOfBirth: '1953-04-23', gender: 'Male' },
    });
    const id = await upload(fileOf(georgios));
    await indexExam(id);
    const moved = await testApp.fixtures.centerA.client.call(moveExam, {
      params: { id },
      body: { patientId: other.patientId },
    });
    expect(moved).toMatchObject({ status: 'completed', inDoubt: false });
    expect(moved).not.toHaveProperty('mismatch');
  });

  it('another patient carries the mark where it is moved to a third', async () => {
    const third = await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Νίκου', dateOfBirth: '1953-04-23', gender: 'Female' },
    });
    const id = await upload(fileOf(georgios));
    await indexExam(id);
    const body = { patientId: third.patientId };
    const moved = await testApp.fixtures.centerA.client.call(moveExam, { params: { id }, body });
    expect(moved.mismatch?.differences.map(({ field }) => field)).toEqual(['name', 'sex']);
    expect(moved).toMatchObject({ status: 'completed', mismatch: { confirmed: true } });
  });

  it('two patients in one archive is held back, whatever the reason given', async () => {
    const id = await upload(await zipped(fileOf(maria), fileOf(georgios)), { mismatchReason: 'Σωστό' });
    expect(await ofDoctor(id)).toBeUndefined();
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({
      inDoubt: true,
      mismatch: { cause: 'several-patients', patients: [{ name: maria.name }, { name: georgios.name }] },
    });
  });

  it('another patient in a file that was not looked at before the answer is held back when all are read', async () => {
    const files = Array.from({ length: 70 }, (_, place) => fileOf(place === 1 ? georgios : maria));
    const id = await upload(await zipped(...files));
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
    expect(await ofDoctor(id)).toBeUndefined();
  });

  it('another patient in a second copy of an instance is held back', async () => {
    const uid = '2.25.78';
    // the 43rd of 80 is none of those that are looked at before the answer
    const files = Array.from({ length: 80 }, (_, place) => fileOf(place === 42 ? { ...georgios, uid } : maria));
    const id = await upload(await zipped(fileOf({ ...maria, uid }), ...files.slice(1)));
    expect(await ofCenter(id)).toMatchObject({ inDoubt: false });
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('its patient, in an archive too damaged to be compared to its end, is held back until the center confirms it', async () => {
    const archive = await zipped(...Array.from({ length: 40 }, () => fileOf(maria)));
    const directory = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    archive.writeUInt8(archive.readUInt8(14) ^ 1, 14);
    archive.writeUInt8(archive.readUInt8(directory + 16) ^ 1, directory + 16);
    const id = await upload(archive);
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({
      inDoubt: true,
      viewingFault: 'damaged',
      mismatch: { cause: 'not-compared', differences: [], confirmed: false },
    });
    expect(await ofDoctor(id)).toBeUndefined();
    expect(await statusFor(id)).toBe(404);
    await testApp.fixtures.centerA.client.call(confirmExam, { params: { id }, body: {} });
    expect(await ofDoctor(id)).toMatchObject({ mismatch: { cause: 'not-compared', confirmed: true } });
    expect(await statusFor(id)).toBe(200);
  });

  it('nobody is kept as any other, and so is one whose number no other patient has', async () => {
    const id = await upload(fileOf({ number: 'CT-1' }));
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ status: 'completed' });
  });

  it('a number that came with exactly one other patient is held back', async () => {
    const { client } = testApp.fixtures.centerA;
    const other = await client.call(routes.center.registerPatient, {
      body: { firstName: 'Ελένη', lastName: 'Γεωργίου', dateOfBirth: '1971-11-02', gender: 'Female' },
    });
    const first = await uploadExam(client, other.patientId, fileOf({ number: 'CT-2' }));
    await indexExam(first);
    const id = await upload(fileOf({ number: 'CT-2' }));
    expect(await ofCenter(id)).toMatchObject({
      inDoubt: true,
      mismatch: { differences: [{ field: 'number', theirs: 'CT-2' }] },
    });
    const reason = { mismatchReason: 'Παντρεύτηκε' };
    const married = { ...maria, name: 'NIKOLAOU^MARIA', number: 'CT-2' };
    const unseen = await upload(fileOf(married), reason);
    expect(await ofDoctor(unseen)).toBeUndefined();
    await indexExam(unseen);
    expect(await ofDoctor(unseen)).toBeUndefined();
    expect(await ofCenter(unseen)).toMatchObject({
      inDoubt: true,
      mismatch: { differences: [{ field: 'name' }, { field: 'number', theirs: 'CT-2' }] },
    });
    await client.call(confirmExam, { params: { id: unseen }, body: {} });
    expect(await ofDoctor(unseen)).toMatchObject({ mismatch: { confirmed: true } });
    const seen = await upload(fileOf(married), { ...reason, mismatchFields: 'name,number' });
    expect(await ofDoctor(seen)).toMatchObject({ mismatch: { confirmed: true } });
    const file = fileOf(married);
    const fields = examFields(patientId, { ...reason, mismatchFields: 'name,number' });
    const last = await send(client, await createUpload(client, file.length, fields), 0, new Uint8Array(file));
    expect(await ofDoctor(last.headers.get('upload-exam-id') ?? '')).toMatchObject({ mismatch: { confirmed: true } });
    const less = await upload(fileOf(georgios), { ...reason, mismatchFields: 'name' });
    expect(await ofCenter(less)).toMatchObject({ inDoubt: true });
    const foreign = testApp.fixtures.centerB;
    const elsewhere = await uploadExam(foreign.client, foreign.patient.patientId, fileOf({ number: 'CT-2' }));
    const history = await foreign.client.call(examHistory, { query: { id: elsewhere } });
    expect(history[0]).toMatchObject({ inDoubt: false });
  });
});

describe('an exam of more files than are looked at before the answer', () => {
  const isSeen = async (id: string) => {
    const { client } = testApp.fixtures.doctors.consent;
    const { exams } = await client.call(routes.doctor.patientExams, { params: { patientId } });
    const isListed = exams.some((exam) => exam.id === id);
    expect((await client.raw('GET', `/api/download/${id}`)).status).toBe(isListed ? 200 : 404);
    return isListed;
  };
  const many = (...more: Facts[]) =>
    zipped(...Array.from({ length: 39 }, () => fileOf(maria)), ...more.map(fileOf), fileOf(maria));
  const third = async () =>
    await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Νίκου', dateOfBirth: '1961-04-23', gender: 'Female' },
    });

  it('is seen by doctors once all of them were compared', async () => {
    const id = await upload(await many());
    expect(await isSeen(id)).toBe(false);
    expect(await ofCenter(id)).toMatchObject({ status: 'processing', inDoubt: false });
    const { client } = testApp.fixtures.centerA;
    await expect(client.call(confirmExam, { params: { id }, body: {} })).rejects.toThrow('409');
    await indexExam(id);
    expect(await isSeen(id)).toBe(true);
    expect(await ofCenter(id)).not.toHaveProperty('mismatch');
  });

  it.each(['', 'Σωστό'])('is never seen where one that was not names another (%s)', async (mismatchReason) => {
    const id = await upload(await many(georgios, maria), { mismatchReason });
    expect(await isSeen(id)).toBe(false);
    await indexExam(id);
    expect(await isSeen(id)).toBe(false);
    expect(await ofCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('is held back for several patients though it was moved before anybody knew', async () => {
    const id = await upload(await many(georgios, maria));
    await testApp.fixtures.centerA.client.call(moveExam, {
      params: { id },
      body: { patientId: (await third()).patientId },
    });
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('is the patient’s to whom it was moved by who knew of several', async () => {
    const id = await upload(await zipped(fileOf(maria), fileOf(georgios)));
    const body = { patientId: (await third()).patientId };
    const moved = await testApp.fixtures.centerA.client.call(moveExam, { params: { id }, body });
    expect(moved).toMatchObject({ inDoubt: false, mismatch: { cause: 'several-patients', confirmed: true } });
    await indexExam(id);
    expect(await ofCenter(id)).toMatchObject({
      status: 'completed',
      mismatch: { cause: 'several-patients', confirmed: true },
    });
  });
});
