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
  /** UID of the instance, if it belongs to another study. */
  uid?: string;
  name?: string;
  birthDate?: string;
  sex?: string;
  number?: string;
}

let createdCount = 0;

/** A DICOM file of a patient with the elements that indexing needs. */
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
    value === undefined ? [] : [{ tag, vr, value: padToEven(value) }],
  );
  return Buffer.from(
    writeFile(writeDataSet(elements, { isExplicitVr: true, isLittleEndian: true }), '1.2.840.10008.1.2.1'),
  );
}

function padToEven(value: string): Buffer {
  const bytes = Buffer.from(value);
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')]);
}

async function zipFiles(...files: Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(
    files.map((bytes, place) => ({ name: `CT/${place}`, bytes })),
    { shouldDeflate: true },
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

const georgios = { name: 'PAPADOPOULOS^GEORGIOS', birthDate: '19530423', sex: 'M' };
const maria = { name: 'PAPADOPOULOU^MARIA', birthDate: '19500517', sex: 'F' };

let testApp: TestAppWithFixtures;
let workers: ImagingWorkers;
let patientId = '';

// the test runs the indexing job explicitly, as if the queue were long
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
const getForCenter = async (id: string) =>
  (await testApp.fixtures.centerA.client.call(examHistory, { query: { id } })).find((exam) => exam.id === id);

/** Product, "Exams": patient check. The fixture's patient of center A is Μαρία Παπαδοπούλου, born on 1950-05-17. */
describe('patient check of an uploaded exam', () => {
  let doctor: DoctorFixture;
  beforeAll(() => {
    doctor = testApp.fixtures.doctors.consent;
  });

  const getForDoctor = async (id: string): Promise<Pick<Exam, 'mismatch' | 'status'> | undefined> =>
    (await doctor.client.call(routes.doctor.patientExams, { params: { patientId } })).exams.find(
      (exam) => exam.id === id,
    );
  const statusFor = async (id: string) => (await doctor.client.raw('GET', `/api/download/${id}`)).status;

  it("accepts the patient's name in another alphabet", async () => {
    const id = await upload(fileOf(maria));
    expect(await getForDoctor(id)).toBeDefined();
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ status: 'completed', inDoubt: false });
    expect(await getForCenter(id)).not.toHaveProperty('mismatch');
  });

  it('hides an exam of another patient until the center confirms it, then shows it with the mismatch', async () => {
    const id = await upload(fileOf(georgios));
    expect(await getForDoctor(id)).toBeUndefined();
    expect(await statusFor(id)).toBe(404);
    const differences = [
      { field: 'name', theirs: georgios.name, ours: 'Παπαδοπούλου^Μαρία' },
      { field: 'birthDate', theirs: '1953-04-23', ours: '1950-05-17' },
      { field: 'sex', theirs: 'M', ours: 'F' },
    ];
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({
      status: 'needs-attention',
      inDoubt: true,
      mismatch: { cause: 'patient-mismatch', differences, confirmed: false },
    });
    expect(await getForDoctor(id)).toBeUndefined();
    await testApp.fixtures.centerA.client.call(confirmExam, { params: { id }, body: { reason: 'Λάθος στο μηχάνημα' } });
    const shownExam = await getForDoctor(id);
    expect(shownExam).toMatchObject({ status: 'completed', mismatch: { differences, confirmed: true } });
    expect(JSON.stringify(shownExam)).not.toContain('Λάθος');
    expect(await statusFor(id)).toBe(200);
  });

  it('shows an exam of another patient with the mismatch if the upload has a reason', async () => {
    const id = await upload(fileOf(georgios), { mismatchReason: 'Λάθος στο μηχάνημα' });
    expect(await getForDoctor(id)).toMatchObject({ mismatch: { cause: 'patient-mismatch', confirmed: true } });
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ status: 'completed', reason: 'Λάθος στο μηχάνημα' });
  });

  it('clears the mismatch when the exam is moved to the patient of the file', async () => {
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

  it('keeps the mismatch as confirmed when the exam is moved to a third patient', async () => {
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

  it('hides an archive of two patients even with a reason', async () => {
    const id = await upload(await zipFiles(fileOf(maria), fileOf(georgios)), { mismatchReason: 'Σωστό' });
    expect(await getForDoctor(id)).toBeUndefined();
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({
      inDoubt: true,
      mismatch: { cause: 'several-patients', patients: [{ name: maria.name }, { name: georgios.name }] },
    });
  });

  it('hides an archive with another patient in a file that is first read by the indexing', async () => {
    const files = Array.from({ length: 70 }, (_, place) => fileOf(place === 1 ? georgios : maria));
    const id = await upload(await zipFiles(...files));
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
    expect(await getForDoctor(id)).toBeUndefined();
  });

  it('hides an archive with another patient in a second copy of an instance', async () => {
    const uid = '2.25.78';
    // the 43rd of 80 files is not read before the response
    const files = Array.from({ length: 80 }, (_, place) => fileOf(place === 42 ? { ...georgios, uid } : maria));
    const id = await upload(await zipFiles(fileOf({ ...maria, uid }), ...files.slice(1)));
    expect(await getForCenter(id)).toMatchObject({ inDoubt: false });
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('hides an archive that is too damaged to compare all files until the center confirms it', async () => {
    const archive = await zipFiles(...Array.from({ length: 40 }, () => fileOf(maria)));
    const directory = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    archive.writeUInt8(archive.readUInt8(14) ^ 1, 14);
    archive.writeUInt8(archive.readUInt8(directory + 16) ^ 1, directory + 16);
    const id = await upload(archive);
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({
      inDoubt: true,
      viewingFault: 'damaged',
      mismatch: { cause: 'not-compared', differences: [], confirmed: false },
    });
    expect(await getForDoctor(id)).toBeUndefined();
    expect(await statusFor(id)).toBe(404);
    await testApp.fixtures.centerA.client.call(confirmExam, { params: { id }, body: {} });
    expect(await getForDoctor(id)).toMatchObject({ mismatch: { cause: 'not-compared', confirmed: true } });
    // doctors confirm that they want a file which could not be looked at
    expect(await statusFor(id)).toBe(409);
  });

  it('accepts a file without patient data, or with a patient number that no other patient has', async () => {
    const id = await upload(fileOf({ number: 'CT-1' }));
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ status: 'completed' });
  });

  it('hides a file with a patient number that exactly one other patient has', async () => {
    const { client } = testApp.fixtures.centerA;
    const other = await client.call(routes.center.registerPatient, {
      body: { firstName: 'Ελένη', lastName: 'Γεωργίου', dateOfBirth: '1971-11-02', gender: 'Female' },
    });
    const first = await uploadExam(client, other.patientId, fileOf({ number: 'CT-2' }));
    await indexExam(first);
    const id = await upload(fileOf({ number: 'CT-2' }));
    expect(await getForCenter(id)).toMatchObject({
      inDoubt: true,
      mismatch: { differences: [{ field: 'number', theirs: 'CT-2' }] },
    });
    const reason = { mismatchReason: 'Παντρεύτηκε' };
    const married = { ...maria, name: 'NIKOLAOU^MARIA', number: 'CT-2' };
    const hiddenId = await upload(fileOf(married), reason);
    expect(await getForDoctor(hiddenId)).toBeUndefined();
    await indexExam(hiddenId);
    expect(await getForDoctor(hiddenId)).toBeUndefined();
    expect(await getForCenter(hiddenId)).toMatchObject({
      inDoubt: true,
      mismatch: { differences: [{ field: 'name' }, { field: 'number', theirs: 'CT-2' }] },
    });
    await client.call(confirmExam, { params: { id: hiddenId }, body: {} });
    expect(await getForDoctor(hiddenId)).toMatchObject({ mismatch: { confirmed: true } });
    const shownExam = await upload(fileOf(married), { ...reason, mismatchFields: 'name,number' });
    expect(await getForDoctor(shownExam)).toMatchObject({ mismatch: { confirmed: true } });
    const file = fileOf(married);
    const fields = examFields(patientId, { ...reason, mismatchFields: 'name,number' });
    const last = await send(client, await createUpload(client, file.length, fields), 0, new Uint8Array(file));
    const lastId = last.headers.get('upload-exam-id') ?? '';
    expect(await getForDoctor(lastId)).toMatchObject({ mismatch: { confirmed: true } });
    const partlyExplained = await upload(fileOf(georgios), { ...reason, mismatchFields: 'name' });
    expect(await getForCenter(partlyExplained)).toMatchObject({ inDoubt: true });
    const foreign = testApp.fixtures.centerB;
    const elsewhere = await uploadExam(foreign.client, foreign.patient.patientId, fileOf({ number: 'CT-2' }));
    const history = await foreign.client.call(examHistory, { query: { id: elsewhere } });
    expect(history[0]).toMatchObject({ inDoubt: false });
  });
});

/** The rules are tested in contract/src/patient-check; here is what the portal finds. */
describe('match of files with registered patients', () => {
  const match = async (facts: { name?: string; birthDate?: string; sex?: string; number?: string }, of = 'centerA') => {
    const { client } = of === 'centerA' ? testApp.fixtures.centerA : testApp.fixtures.centerB;
    const spelling = { name: null, birthDate: null, sex: null, number: null, ...facts };
    const { kind, by, candidates } = await client.call(routes.center.matchPatient, { body: { spellings: [spelling] } });
    return [kind, by, ...candidates.map(({ patient }) => patient.patientId)];
  };
  const register = async (firstName: string, changes: { dateOfBirth?: string; amka?: string } = {}) => {
    const body = { firstName, lastName: 'Ταιριάζου', dateOfBirth: '1950-01-01', gender: 'Female', ...changes } as const;
    return (await testApp.fixtures.centerA.client.call(routes.center.registerPatient, { body })).patientId;
  };

  it('finds a patient by name in the other alphabet and birth date, and says when there are two', async () => {
    const file = { name: 'TAIRIAZOU^DANAI', birthDate: '1950-01-01', sex: 'F' };
    expect(await match(file)).toEqual(['unknown', null]);
    const danai = await register('Δανάη');
    expect(await match(file)).toEqual(['likely', null, danai]);
    expect(await match({ ...file, name: 'Danai Tairiazou' })).toEqual(['likely', null, danai]);
    expect(await match({ ...file, birthDate: '1951-02-03' })).toEqual(['unknown', null, danai]);
    expect(await match(file, 'centerB')).toEqual(['unknown', null]);
    const other = await register('Δανάη');
    const [kind, , ...ids] = await match(file);
    expect([kind, ids.sort()]).toEqual(['several', [danai, other].sort()]);
  });

  it('is sure by an AMKA or by the number of an earlier exam, unless the files contradict', async () => {
    const amka = '17055012342';
    const thalia = await register('Θάλεια', { dateOfBirth: '1950-05-17', amka });
    expect(await match({ name: 'TAIRIAZOU^THALEIA', number: amka })).toEqual(['sure', 'amka', thalia]);
    expect(await match({ name: 'NIKOLAOU^ANNA', number: amka })).toEqual(['doubtful', null, thalia]);
    expect(await match({ number: amka }, 'centerB')).toEqual(['unknown', null]);
    const file = { name: 'TAIRIAZOU^THALEIA', number: 'MR-77' };
    expect(await match(file)).toEqual(['unknown', null, thalia]);
    await indexExam(await uploadExam(testApp.fixtures.centerA.client, thalia, fileOf(file)));
    expect(await match(file)).toEqual(['sure', 'number', thalia]);
    expect(await match({ ...file, name: 'NIKOLAOU^ANNA' })).toEqual(['doubtful', null, thalia]);
    expect(await match(file, 'centerB')).toEqual(['unknown', null]);
  });

  it('returns no AMKA, and rejects a day that does not exist', async () => {
    const { client } = testApp.fixtures.centerA;
    const spelling = { name: 'TAIRIAZOU^THALEIA', birthDate: '1950-05-17', sex: null, number: '01019012341' };
    const { path } = routes.center.matchPatient;
    const found = await (await client.json('POST', path, { spellings: [spelling] })).text();
    expect(found).toContain('*******2342');
    expect(found).not.toMatch(/17055012342|01019012341/);
    const wrong = await client.json('POST', path, { spellings: [{ ...spelling, birthDate: '1950-02-30' }] });
    expect(wrong.status).toBe(400);
    const many = await client.json('POST', path, { spellings: Array.from({ length: 21 }, () => spelling) });
    expect(many.status).toBe(400);
  });
});

describe('patient check of an archive with more files than are read before the response', () => {
  const isSeen = async (id: string) => {
    const { client } = testApp.fixtures.doctors.consent;
    const { exams } = await client.call(routes.doctor.patientExams, { params: { patientId } });
    const isListed = exams.some((exam) => exam.id === id);
    expect((await client.raw('GET', `/api/download/${id}`)).status).toBe(isListed ? 200 : 404);
    return isListed;
  };
  const many = (...more: Facts[]) =>
    zipFiles(...Array.from({ length: 39 }, () => fileOf(maria)), ...more.map(fileOf), fileOf(maria));
  const third = async () =>
    await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Νίκου', dateOfBirth: '1961-04-23', gender: 'Female' },
    });

  it('shows the exam to doctors after all files were compared', async () => {
    const id = await upload(await many());
    expect(await isSeen(id)).toBe(false);
    expect(await getForCenter(id)).toMatchObject({ status: 'processing', inDoubt: false });
    const { client } = testApp.fixtures.centerA;
    await expect(client.call(confirmExam, { params: { id }, body: {} })).rejects.toThrow('409');
    await indexExam(id);
    expect(await isSeen(id)).toBe(true);
    expect(await getForCenter(id)).not.toHaveProperty('mismatch');
  });

  it.each(['', 'Σωστό'])('never shows it if a later file names another patient (%s)', async (mismatchReason) => {
    const id = await upload(await many(georgios, maria), { mismatchReason });
    expect(await isSeen(id)).toBe(false);
    await indexExam(id);
    expect(await isSeen(id)).toBe(false);
    expect(await getForCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('hides it for several patients even if it was moved before the indexing', async () => {
    const id = await upload(await many(georgios, maria));
    await testApp.fixtures.centerA.client.call(moveExam, {
      params: { id },
      body: { patientId: (await third()).patientId },
    });
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({ inDoubt: true, mismatch: { cause: 'several-patients' } });
  });

  it('keeps it visible if the center moved it knowing of several patients', async () => {
    const id = await upload(await zipFiles(fileOf(maria), fileOf(georgios)));
    const body = { patientId: (await third()).patientId };
    const moved = await testApp.fixtures.centerA.client.call(moveExam, { params: { id }, body });
    expect(moved).toMatchObject({ inDoubt: false, mismatch: { cause: 'several-patients', confirmed: true } });
    await indexExam(id);
    expect(await getForCenter(id)).toMatchObject({
      status: 'completed',
      mismatch: { cause: 'several-patients', confirmed: true },
    });
  });
});
