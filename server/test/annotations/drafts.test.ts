import { randomUUID } from 'node:crypto';
import {
  type Annotation,
  type AnnotationDraft,
  ApiError,
  annotationDraft,
  type DraftItem,
  routes,
} from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyUids } from '../harness/tiny-dicom.ts';

const { examAnnotationSets, changeDraft } = routes.annotations;

/** The draft of what an author measures on an exam: design "Measurements that stay". */
describe('draft of annotations', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let other: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: 4 });
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', firstName: 'Άννα', lastName: 'Νίκου' };
    center = await createCenter(testApp, admin, { ...plan, number: 1, phone: '+306900000001' });
    doctor = await createDoctor(testApp, admin, 'first');
    other = await createDoctor(testApp, admin, 'second');
    await requestAndRespond(testApp, doctor, '+306900000001', 'grant');
  });
  afterAll(() => testApp.close());

  const item = (fields: Partial<Annotation> = {}): Annotation => ({
    id: randomUUID(),
    kind: 'length',
    on: { image: { sop: tinyUids(1).instance, frame: 1 } },
    points: [
      [1, 1],
      [4, 5],
    ],
    label: 'Όζος δεξιά',
    updatedAt: '2026-11-27T10:00:00.000Z',
    ...fields,
  });
  const read = async (client: Client, id = center.examId) =>
    (await client.call(examAnnotationSets, { params: { id } })).draft;
  const put = (client: Client, revision: number, items: DraftItem[], id = center.examId) =>
    client.call(changeDraft, { params: { id }, body: { items } }, { revision });
  const rejection = async (call: Promise<unknown>): Promise<ApiError> => {
    const error = await call.catch((reason: unknown) => reason);
    if (error instanceof ApiError) return error;
    throw new Error('Expected a rejection.');
  };

  it('keeps what an author measures, for that author alone', async () => {
    const items = [item(), item({ kind: 'probe', points: [[2.5, 3.5]] })];
    expect(await read(doctor.client)).toEqual({ revision: 0, items: [], updatedAt: null });
    expect(await put(doctor.client, 0, items)).toMatchObject({ revision: 1 });
    expect(await read(doctor.client)).toMatchObject({ revision: 1, items });
    expect((await read(center.client)).revision).toBe(0);
    expect(await rejection(read(other.client))).toMatchObject({ code: 'not_found' });
    const { rows } = await testApp.superuser.query('SELECT content_encrypted, author_doctor_id FROM annotation_sets');
    expect(rows).toHaveLength(1);
    expect(rows[0].author_doctor_id).toBe(doctor.id);
    expect(rows[0].content_encrypted.toString('utf8')).not.toContain('Όζος');
  });

  it('answers an earlier revision with the newer draft', async () => {
    const { revision } = await read(doctor.client);
    const mine = [item({ label: 'Πρώτη καρτέλα' })];
    await put(doctor.client, revision, mine);
    const error = await rejection(put(doctor.client, revision, [item({ label: 'Δεύτερη καρτέλα' })]));
    expect(error).toMatchObject({ status: 412, code: 'revision_conflict' });
    expect(annotationDraft.parse(error.current)).toMatchObject({ revision: revision + 1, items: mine });
  });

  it('loses no item of two tabs that merge and send again', async () => {
    const send = async (draft: AnnotationDraft, added: Annotation): Promise<AnnotationDraft> => {
      const items = [...draft.items, added];
      try {
        return { items, ...(await put(center.client, draft.revision, items)) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
        return await send(annotationDraft.parse(error.current), added);
      }
    };
    const tab = async (items: Annotation[]) => {
      let draft = await read(center.client);
      for (const added of items) draft = await send(draft, added);
    };
    const edits = Array.from({ length: 20 }, () => item());
    await Promise.all([tab(edits.slice(0, 10)), tab(edits.slice(10))]);
    const { items } = await read(center.client);
    expect(items.map(({ id }) => id).toSorted()).toEqual(edits.map(({ id }) => id).toSorted());
  });

  it('keeps deletions for open tabs and drops old ones', async () => {
    const { revision } = await read(doctor.client);
    const recent = { id: randomUUID(), updatedAt: new Date(testApp.clock.now()).toISOString(), deleted: true } as const;
    const old = { id: randomUUID(), updatedAt: '2020-01-01T00:00:00.000Z', deleted: true } as const;
    await put(doctor.client, revision, [recent, old]);
    expect((await read(doctor.client)).items).toEqual([recent]);
  });

  it.each([
    ['501 items', () => Array.from({ length: 501 }, () => item())],
    ['an item twice', () => Array.from({ length: 2 }, () => item({ id: '018f3c1e-0000-7000-8000-000000000001' }))],
    ['a missing point', () => [item({ points: [[1, 1]] })]],
    ['a point of a plane on an image', () => [item({ kind: 'probe', points: [[1, 1, 1]] })]],
    ['U+202E in a label', () => [item({ label: 'a\u202eb' })]],
    ['a label of 201 characters', () => [item({ label: 'a'.repeat(201) })]],
    ['a coordinate that is no number', () => [item({ kind: 'probe', points: [[Number.NaN, 1]] })]],
  ])('refuses %s', async (_, items) => {
    const { revision } = await read(doctor.client);
    expect(await rejection(put(doctor.client, revision, items()))).toMatchObject({ status: 400, code: 'validation' });
    expect((await read(doctor.client)).revision).toBe(revision);
  });

  it('refuses a change without a revision, and one of 256 KB', async () => {
    const path = `/api/exams/${center.examId}/annotations/draft`;
    expect((await doctor.client.json('PUT', path, { items: [] })).status).toBe(400);
    const headers = { 'if-match': '"0"' };
    const large = await doctor.client.json('PUT', path, { items: [], padding: 'a'.repeat(256 * 1024) }, { headers });
    expect(large.status).toBe(413);
  });

  it('closes with the exam when the grant ends, and opens again with a new one', async () => {
    const { revision, items } = await read(doctor.client);
    const { rows } = await testApp.superuser.query("SELECT id FROM patient_access WHERE status = 'granted'");
    await doctor.client.call(routes.doctor.relinquishGrant, { params: { id: rows[0].id } });
    expect(await rejection(read(doctor.client))).toMatchObject({ code: 'access_revoked' });
    expect(await rejection(put(doctor.client, revision, items))).toMatchObject({ code: 'access_revoked' });
    testApp.advanceClock(60_000); // until the next code may be sent
    await requestAndRespond(testApp, doctor, '+306900000001', 'grant');
    expect(await read(doctor.client)).toMatchObject({ revision, items });
  });

  it('moves with the exam to another patient', async () => {
    const before = await read(center.client);
    const patient = { firstName: 'Μαρία', lastName: 'Λεμού', gender: 'Female', dateOfBirth: '1950-05-17' } as const;
    const { patientId } = await center.client.call(routes.center.registerPatient, { body: patient });
    await center.client.call(routes.center.moveExam, { params: { id: center.examId }, body: { patientId } });
    expect(await read(center.client)).toEqual(before);
    const { rows } = await testApp.superuser.query(
      'SELECT DISTINCT s.patient_id = e.patient_id AS follows FROM annotation_sets s JOIN exams e ON e.id = s.exam_id',
    );
    expect(rows).toEqual([{ follows: true }]);
  });
});
