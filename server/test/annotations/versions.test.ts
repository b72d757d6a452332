import { randomUUID } from 'node:crypto';
import { type Annotation, type AnnotationVisibility, ApiError, routes } from '@medcloud/contract';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { serverTranslator } from '@medcloud/text/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePatient } from '../../src/domain/erasure/erase-patient.ts';
import { readPdfText } from '../access-report/read-pdf-text.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, phoneA, requestAndRespond } from '../harness/fixtures.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { ApplicationDatabase } from '../matrix/row-level-security/application-database.ts';
import { readJson } from './annotated-ct.ts';

const { examAnnotationSets, changeDraft, saveAnnotations, annotationSetToShow, withdrawAnnotations } =
  routes.annotations;

const spacing = 0.661468;
const sop = '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322';

/** Versions of a set, and who sees it: design "Measurements that stay", points 20 and 22. */
describe('saved annotations', () => {
  let fixture: ImagingFixture;
  let database: ApplicationDatabase;
  let exam: string;
  let author: Client;
  let center: Client;
  let other: DoctorFixture;

  beforeAll(async () => {
    fixture = await createImagingFixture({ connections: 4 });
    database = new ApplicationDatabase(fixture);
    exam = await fixture.uploadAndIndex(Buffer.from(testFile('test_files/CT_small.dcm')), 'CT_small.dcm');
    author = fixture.fixtures.doctors.consent.client;
    center = fixture.fixtures.centerA.client;
    other = await createDoctor(fixture, fixture.fixtures.admin, 'other');
    await requestAndRespond(fixture, other, phoneA, 'grant');
  });
  afterAll(() => fixture.close());

  const length = (fields: Partial<Annotation> = {}): Annotation => ({
    id: randomUUID(),
    kind: 'length',
    on: { image: { sop, frame: 1 } },
    points: [
      [10, 10],
      [13, 14],
    ],
    stats: { scale: 'patient', length: 5 * spacing },
    updatedAt: '2026-11-27T10:00:00.000Z',
    ...fields,
  });
  const list = (client: Client) => client.call(examAnnotationSets, { params: { id: exam } });
  const draw = async (client: Client, items: Annotation[]) => {
    const { draft } = await list(client);
    return await client.call(changeDraft, { params: { id: exam }, body: { items } }, { revision: draft.revision });
  };
  const save = async (
    client: Client,
    items: Annotation[],
    body: { title?: string; visibility?: AnnotationVisibility },
  ) => {
    const { revision } = await draw(client, items);
    return await client.call(saveAnnotations, { params: { id: exam }, body }, { revision });
  };
  const rejection = async (call: Promise<unknown>): Promise<ApiError> => {
    const error = await call.catch((reason: unknown) => reason);
    if (error instanceof ApiError) return error;
    throw new Error('Expected a rejection.');
  };
  /** Whether a client sees a set, in the list and alone; or the code of the exam's fault, if it is another than 404. */
  const sees = async (client: Client, set: string) => {
    const codeOf = (error: ApiError) => (error.code === 'not_found' ? false : error.code);
    const inList = await list(client).then(({ sets }) => sets.some(({ id }) => id === set), codeOf);
    const alone = await client
      .call(annotationSetToShow, { params: { id: exam, set } })
      .then(({ items }) => items.length > 0, codeOf);
    expect(alone).toBe(inList);
    return inList;
  };
  const eventsOf = async (set: string) =>
    (await fixture.rows("SELECT event, details FROM audit_events WHERE details->>'set' = $1 ORDER BY id", [set])).map(
      ({ event, details }) => [event, details],
    );

  it('saves a version, the next one, and the same again without a change', async () => {
    const items = [length({ label: 'Όζος' }), length({ kind: 'key-image', points: [], stats: undefined })];
    const first = await save(author, items, { title: 'Έλεγχος' });
    expect(first).toMatchObject({ version: 1, itemCount: 2, visibility: 'author', title: 'Έλεγχος' });
    expect(first.objects).toEqual({ sr: 1, pr: 1, ko: 1 });
    expect(first.author).toMatchObject({ kind: 'doctor', isSelf: true });
    const { draft } = await list(author);
    const again = await author.json(
      'POST',
      `/api/exams/${exam}/annotations`,
      { title: 'Έλεγχος' },
      {
        headers: { 'if-match': `"${draft.revision}"` },
      },
    );
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ version: 1 });
    const second = await save(author, items.slice(0, 1), { title: 'Έλεγχος' });
    expect(second).toMatchObject({ id: first.id, version: 2, itemCount: 1, objects: { sr: 1, pr: 1, ko: 0 } });
    const shared = await save(author, items.slice(0, 1), { title: 'Έλεγχος', visibility: 'all' });
    expect(shared).toMatchObject({ id: first.id, version: 2, visibility: 'all' });
    const set = first.id;
    expect(await eventsOf(set)).toEqual([
      ['annotation_saved', { version: 1, items: 2, visibility: 'author', set }],
      ['annotation_saved', { version: 2, items: 1, visibility: 'author', set }],
      ['annotation_shared', { was: 'author', visibility: 'all', set }],
    ]);
    const shown = await author.call(annotationSetToShow, { params: { id: exam, set } });
    expect(shown.items).toEqual([items[0]]);
  });

  it('exports the newest version as DICOM and as a table, to those who see it', async () => {
    const items = [length({ label: 'Όζος', view: { window: { center: 40, width: 400 } } })];
    const { id, version } = await save(author, items, { title: 'Έλεγχος', visibility: 'author' });
    const fileOf = (client: Client, query: string) =>
      client.raw('GET', `/api/exams/${exam}/annotations/${id}/file?${query}`);
    for (const format of ['sr', 'pr']) {
      const response = await fileOf(author, `format=${format}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/dicom']);
      const json = readJson(new Uint8Array(await response.arrayBuffer()));
      expect(json['0020000D']?.Value).toEqual(['1.3.6.1.4.1.5962.1.2.1.20040119072730.12322']);
      expect(json['0008103E']?.Value).toEqual(['Έλεγχος']);
    }
    expect(await (await fileOf(author, 'format=csv')).text()).toContain('Όζος');
    expect((await fileOf(author, 'format=ko')).status).toBe(404);
    expect((await fileOf(author, 'format=txt')).status).toBe(400);
    for (const client of [center, other.client]) expect((await fileOf(client, 'format=sr')).status).toBe(404);
    const set = id;
    expect((await eventsOf(set)).slice(-3)).toEqual([
      ['annotation_exported', { version, format: 'sr', set }],
      ['annotation_exported', { version, format: 'pr', set }],
      ['annotation_exported', { version, format: 'csv', set }],
    ]);
  });

  it('exports a PDF with the images, the values and whose they are', async () => {
    const view: Annotation['view'] = { window: { center: 40, width: 400 }, rotation: 90 };
    const items = [
      length({ label: 'Όζος άνω λοβού', view }),
      length({ kind: 'key-image', points: [], stats: undefined, view }),
      length({ kind: 'probe', points: [[64.5, 64.5]], stats: { scale: 'patient', mean: 41, unit: "[hnsf'U]" } }),
    ];
    const { id, version } = await save(author, items, { visibility: 'author' });
    const path = `/api/exams/${exam}/annotations/${id}/file?format=pdf`;
    expect((await author.raw('HEAD', path)).status).toBe(200);
    const response = await author.raw('GET', path);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/DCTDecode/g),
    ).toHaveLength(1);
    const text = await readPdfText(bytes);
    const review = serverTranslator('server/replies.annotations', 'el')('pdf.review'); // the doctor’s language
    for (const part of [
      review,
      '1 Όζος άνω λοβού',
      '3,3 mm',
      '41 HU',
      'CT · Εικόνα 1',
      'W 400 L 40',
      '20 mm',
      'Έκδοση',
    ])
      expect(text).toContain(part);
    for (const client of [center, other.client]) expect((await client.raw('GET', path)).status).toBe(404);
    const exported = ['annotation_exported', { version, format: 'pdf', set: id }];
    expect((await eventsOf(id)).filter(([, details]) => JSON.stringify(details).includes('"pdf"'))).toEqual([exported]);
  });

  it('refuses to save an earlier revision, and a draft without items', async () => {
    const { revision } = await draw(author, []);
    const saveAt = (at: number) => author.call(saveAnnotations, { params: { id: exam }, body: {} }, { revision: at });
    expect(await rejection(saveAt(revision - 1))).toMatchObject({ status: 412, code: 'revision_conflict' });
    expect(await rejection(saveAt(revision))).toMatchObject({ status: 400, code: 'validation' });
  });

  it.each<[string, Partial<Annotation>]>([
    ['a length that is 0.6 % off', { stats: { scale: 'patient', length: 5 * spacing * 1.006 } }],
    ['a length in pixels called millimeters of the detector', { stats: { scale: 'detector', length: 5 } }],
    ['a scale that the file does not have', { stats: { scale: 'region', length: 5 * spacing } }],
    ['an area of a length', { stats: { scale: 'patient', area: 1 } }],
    [
      'a point outside the image',
      {
        points: [
          [10, 10],
          [129, 14],
        ],
        stats: undefined,
      },
    ],
    ['a frame that the image does not have', { on: { image: { sop, frame: 2 } } }],
    ['an image of another exam', { on: { image: { sop: '1.2.3', frame: 1 } } }],
    [
      'a plane in another frame of reference',
      {
        on: { plane: { frameOfReference: '1.2.3', series: '1.2.4', normal: [0, 0, 1], thicknessMm: 0, blend: 'none' } },
        points: [
          [0, 0, 0],
          [3, 4, 0],
        ],
      },
    ],
  ])('refuses %s', async (_, fields) => {
    const wrong = length(fields);
    const error = await rejection(save(author, [length(), wrong], {}));
    expect(error).toMatchObject({ status: 422, code: 'measurement_mismatch' });
    expect(error.fields.map(({ field }) => field)).toEqual([`items.${wrong.id}`]);
  });

  it.each<[AnnotationVisibility, boolean, boolean]>([
    ['author', false, false],
    ['center', true, false],
    ['all', true, true],
  ])(
    'shows a doctor’s set with visibility %s to the center: %s, to another doctor: %s',
    async (visibility, ofCenter, ofOther) => {
      const { id } = await save(author, [length()], { visibility });
      expect(await sees(author, id)).toBe(true);
      expect(await sees(center, id)).toBe(ofCenter);
      expect(await sees(other.client, id)).toBe(ofOther);
      const select = 'SELECT 1 FROM annotation_sets WHERE id = $1';
      expect(await database.outcome(await fixture.centerA(), select, [id])).toBe(ofCenter ? 1 : 0);
      expect(await sees(fixture.fixtures.centerB.client, id)).toBe(false);
      expect(await sees(fixture.fixtures.doctors.noConsent.client, id)).toBe(false);
      expect(await sees(fixture.fixtures.doctors.revoked.client, id)).toBe('access_revoked');
      expect(await sees(fixture.fixtures.doctors.expired.client, id)).toBe('access_expired');
      expect(await sees(fixture.fixtures.admin, id)).toBe('forbidden');
      expect((await fixture.anonymous.raw('GET', `/api/exams/${exam}/annotations/${id}`)).status).toBe(401);
    },
  );

  it('shows a center’s set to all by default, and to no doctor if it is the center’s', async () => {
    const { id, visibility } = await save(center, [length()], {});
    expect(visibility).toBe('all');
    expect(await sees(other.client, id)).toBe(true);
    await save(center, [length()], { visibility: 'center' });
    expect(await sees(other.client, id)).toBe(false);
    expect(await sees(center, id)).toBe(true);
  });

  it('is changed and withdrawn by its author alone, with a reason, and then gone for all others', async () => {
    const { id } = await save(author, [length()], { visibility: 'all' });
    const withdraw = (client: Client, reason = 'Λάθος πλευρά') =>
      client.call(withdrawAnnotations, { params: { id: exam, set: id }, body: { reason } });
    expect(await rejection(withdraw(other.client))).toMatchObject({ code: 'not_found' });
    expect(await rejection(withdraw(center))).toMatchObject({ code: 'not_found' });
    expect(await rejection(withdraw(author, ''))).toMatchObject({ code: 'validation' });
    await withdraw(author);
    expect(await rejection(withdraw(author))).toMatchObject({ code: 'not_found' });
    for (const client of [author, center, other.client]) expect(await sees(client, id)).toBe(false);
    expect((await list(author)).draft.items).toHaveLength(1);
    const events = await eventsOf(id);
    expect(events.at(-1)).toEqual([
      'annotation_withdrawn',
      { version: expect.any(Number), visibility: 'all', set: id },
    ]);
    expect((await save(author, [length()], {})).id).not.toBe(id);
  });

  it('closes a doctor’s own sets with the grant, and the center keeps what was shared', async () => {
    const { id } = await save(other.client, [length()], { visibility: 'center' });
    const [grant] = await fixture.rows("SELECT id FROM patient_access WHERE doctor_id = $1 AND status = 'granted'", [
      other.id,
    ]);
    await other.client.call(routes.doctor.relinquishGrant, { params: { id: String(grant?.id) } });
    expect(await sees(other.client, id)).toBe('access_revoked');
    expect(await sees(center, id)).toBe(true);
  });

  it('moves with the exam to another patient, also what the center does not see', async () => {
    const { id } = await save(center, [length({ label: 'Όζος' })], { visibility: 'center' });
    const person = { firstName: 'Μαρία', lastName: 'Λεμού', gender: 'Female', dateOfBirth: '1940-05-17' } as const;
    const { patientId } = await center.call(routes.center.registerPatient, { body: person });
    await center.call(routes.center.moveExam, { params: { id: exam }, body: { patientId } });
    expect(await sees(center, id)).toBe(true);
    const report = await center.raw('GET', `/api/exams/${exam}/annotations/${id}/file?format=sr`);
    expect(readJson(new Uint8Array(await report.arrayBuffer()))['00080060']?.Value).toEqual(['SR']);
    expect(await rejection(list(author))).toMatchObject({ code: 'not_found' });
    await center.call(routes.center.moveExam, {
      params: { id: exam },
      body: { patientId: fixture.fixtures.centerA.patient.patientId },
    });
    expect((await list(author)).draft.items).toHaveLength(1);
  });

  it('is gone when the patient is erased', async () => {
    const [{ id } = { id: '' }] = await fixture.rows('SELECT patient_id AS id FROM exams WHERE id = $1', [exam]);
    const removeObject = (objectId: string) => fixture.app.context.objects.remove(objectId);
    await erasePatient({ ...fixture.app.context, removeObject }, String(id), 'command');
    expect(await fixture.rows('SELECT id FROM annotation_sets WHERE patient_id = $1', [id])).toEqual([]);
    expect(await fixture.rows('SELECT sop_uid FROM annotation_objects')).toEqual([]);
    expect(await rejection(list(center))).toMatchObject({ code: 'patient_erased' });
  });
});
