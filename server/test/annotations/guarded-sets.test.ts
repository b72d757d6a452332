import { randomBytes, randomUUID } from 'node:crypto';
import { type Annotation, type AnnotationVisibility, ApiError, routes } from '@medcloud/contract';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSetKeys } from '../../src/domain/annotations/on-exam-moved.ts';
import { mint } from '../../src/domain/authorization/scope.ts';
import { parseLogLine } from '../../src/domain/system-log/parse-log-line.ts';
import type { RowScope } from '../../src/platform/db/row-scope.ts';
import type { Client } from '../harness/client.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../matrix/row-level-security/application-database.ts';

const { examAnnotationSets, annotationSetToShow, changeDraft, saveAnnotations, withdrawAnnotations } =
  routes.annotations;

const sop = '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322';

/** What smuggled statements, damaged rows and moves at the same moment can do to annotations: decision 051. */
describe('sets of annotations', () => {
  let fixture: ImagingFixture;
  let database: ApplicationDatabase;
  let exam: string;
  let author: Client;
  let authorScope: RowScope;
  let center: Client;
  let secondPatient: string;
  /** The system events of the process log. */
  const logged: ReturnType<typeof parseLogLine>[] = [];

  beforeAll(async () => {
    const logger = pino({ level: 'error' }, { write: (line) => void logged.push(parseLogLine(line)) });
    fixture = await createImagingFixture({ connections: 4, overrides: { logger } });
    database = new ApplicationDatabase(fixture);
    exam = await fixture.uploadAndIndex(Buffer.from(testFile('test_files/CT_small.dcm')), 'CT_small.dcm');
    author = fixture.fixtures.doctors.consent.client;
    authorScope = await database.doctor(fixture.fixtures.doctors.consent);
    center = fixture.fixtures.centerA.client;
    const name = { firstName: 'Άλλη', lastName: 'Δοκιμή', gender: 'Female', dateOfBirth: '1950-05-17' } as const;
    const patient = await center.call(routes.center.registerPatient, { body: { ...name, phone: '+306955500001' } });
    secondPatient = patient.patientId;
  });
  afterAll(() => fixture.close());

  const keyImage = (): Annotation => ({
    id: randomUUID(),
    kind: 'key-image',
    on: { image: { sop, frame: 1 } },
    points: [],
    updatedAt: '2026-11-27T10:00:00.000Z',
  });
  const list = (client: Client) => client.call(examAnnotationSets, { params: { id: exam } });
  const saveDraft = async (client: Client, visibility: AnnotationVisibility) => {
    const { revision } = (await list(client)).draft;
    return await client.call(saveAnnotations, { params: { id: exam }, body: { visibility } }, { revision });
  };
  const save = async (client: Client, visibility: AnnotationVisibility) => {
    const { revision } = (await list(client)).draft;
    await client.call(changeDraft, { params: { id: exam }, body: { items: [keyImage()] } }, { revision });
    return await saveDraft(client, visibility);
  };
  const withdraw = (client: Client, set: string, reason = 'Λάθος πλευρά') =>
    client.call(withdrawAnnotations, { params: { id: exam, set }, body: { reason } });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );

  const fields: Record<string, string> = {
    revision: '1',
    state: `'draft'`,
    heading_encrypted: 'NULL',
    saved_at: 'NULL',
    updated_at: 'app_now()',
    created_at: 'app_now()',
  };
  it.each<[string, Record<string, string>, number | string]>([
    ['a first draft', {}, 1],
    ['a first version', { state: `'saved'`, heading_encrypted: `'\\x00'`, saved_at: 'app_now()' }, 1],
    ['a version of another time', { state: `'saved'`, heading_encrypted: `'\\x00'`, saved_at: `'2100-01-01'` }, ''],
    [
      'a withdrawn set',
      {
        ...{ state: `'withdrawn'`, heading_encrypted: `'\\x00'`, saved_at: 'app_now()' },
        reason_encrypted: `'\\x00'`,
      },
      '',
    ],
    ['a later revision', { revision: '2' }, ''],
    ['a later change', { updated_at: `'2100-01-01'` }, ''],
    ['an earlier creation', { created_at: `'2001-01-01'` }, ''],
    ['another author', { author_user_id: 'gen_random_uuid()' }, ''],
    ['no doctor', { author_doctor_id: 'NULL::uuid' }, ''],
  ])('begin as %s only if now, of the author and first', async (_, changed, outcome) => {
    const ids = { author_user_id: '(SELECT scope_user())', author_doctor_id: '(SELECT scope_doctor())' };
    const row = { ...fields, ...ids, ...changed };
    const insert = `INSERT INTO annotation_sets (id, exam_id, center_id, patient_id, visibility, wrapped_key, content_encrypted, item_count, ${Object.keys(row).join(', ')})
      SELECT gen_random_uuid(), e.id, e.center_id, e.patient_id, 'author', '\\x00', '\\x00', 1, ${Object.values(row).join(', ')} FROM exams e WHERE e.id = $1`;
    expect(await database.outcome(authorScope, insert, [exam])).toBe(outcome || insufficientPrivilege);
  });

  it('are changed by their author only as their states allow', async () => {
    const { id } = await save(author, 'all');
    const change = (set: string, assignments: string) =>
      database.outcome(authorScope, `UPDATE annotation_sets SET updated_at = app_now(), ${assignments} WHERE id = $1`, [
        set,
      ]);
    expect(await change(id, `visibility = 'center'`)).toBe(1);
    expect(await change(id, `content_encrypted = '\\x01', revision = revision + 1, saved_at = app_now()`)).toBe(1);
    for (const refused of [
      `content_encrypted = '\\x01'`,
      `heading_encrypted = '\\x01'`,
      'item_count = 7',
      'revision = revision + 1',
      'revision = revision + 2, saved_at = app_now()',
      `saved_at = '2001-01-01'`,
      `state = 'draft', visibility = 'author', heading_encrypted = NULL, saved_at = NULL`,
      `state = 'withdrawn', reason_encrypted = '\\x01', visibility = 'author'`,
      `state = 'withdrawn', reason_encrypted = '\\x01', content_encrypted = '\\x01'`,
      `visibility = 'all', saved_at = '2001-01-01'`,
    ])
      expect(await change(id, refused), refused).toBe(insufficientPrivilege);
    const [draft] = await database.rows(`SELECT id FROM annotation_sets WHERE exam_id = $1 AND state = 'draft'`, [
      exam,
    ]);
    const asVersion = `state = 'saved', revision = revision + 1, heading_encrypted = '\\x01', saved_at = app_now()`;
    await withdraw(author, id);
    const draftId = String(draft?.id);
    expect(await change(draftId, asVersion)).toBe(insufficientPrivilege);
    expect(await change(draftId, `content_encrypted = '\\x01', revision = revision + 1`)).toBe(1);
    for (const refused of [`content_encrypted = '\\x01'`, 'revision = revision + 2'])
      expect(await change(draftId, refused), refused).toBe(insufficientPrivilege);
    const dated = `UPDATE annotation_sets SET updated_at = '2001-01-01', revision = revision + 1 WHERE id = $1`;
    expect(await database.outcome(authorScope, dated, [draftId])).toBe(insufficientPrivilege);
    for (const refused of [`state = 'saved', reason_encrypted = NULL`, `reason_encrypted = '\\x01'`])
      expect(await change(id, refused), refused).toBe(insufficientPrivilege);
  });

  it('get only the keys that the portal wrapped, all at once, in the transaction that moves their exam', async () => {
    await save(author, 'author');
    const [second] = await database.rows('SELECT id FROM patients WHERE patient_id = $1', [secondPatient]);
    const to = String(second?.id);
    const keys = (await database.rows('SELECT id, wrapped_key FROM annotation_sets WHERE exam_id = $1', [exam])).map(
      ({ id }) => ({ setId: String(id), wrappedKey: randomBytes(61) }),
    );
    const center = await database.centerA();
    const moving = (patient = to, hashed = keys) =>
      mint.moving(center, { keysHash: hashSetKeys(exam, patient, hashed) });
    const attempt = async (scope: RowScope, statements: [string, unknown[]][]) =>
      await database.as(scope, async (client) => {
        try {
          for (const [text, values] of statements) await client.query(text, values);
          return 'done';
        } catch (error) {
          return error instanceof pg.DatabaseError ? error.code : error;
        }
      });
    const move: [string, unknown[]] = ['UPDATE exams SET patient_id = $2 WHERE id = $1', [exam, to]];
    const rewrap = (given = keys): [string, unknown[]] => [
      'SELECT rewrap_annotation_keys($1, $2, $3)',
      [exam, given.map(({ setId }) => setId), given.map(({ wrappedKey }) => wrappedKey)],
    ];
    const commit: [string, unknown[]] = ['SET CONSTRAINTS ALL IMMEDIATE', []];
    expect(await attempt(moving(), [move, rewrap(), commit])).toBe('done');
    const others = keys.map(({ setId }) => ({ setId, wrappedKey: randomBytes(61) }));
    const touched: [string, unknown[]] = ['UPDATE exams SET changed_at = app_now() WHERE id = $1', [exam]];
    const refused: Record<string, [RowScope, [string, unknown[]][]]> = {
      'without a move': [moving(), [rewrap()]],
      'with another change': [moving(), [touched, rewrap()]],
      'with other keys': [moving(), [move, rewrap(others)]],
      'with one key': [moving(to, keys.slice(0, 1)), [move, rewrap(keys.slice(0, 1))]],
      'for another patient': [moving(randomUUID()), [move, rewrap()]],
      'of a center': [center, [move, rewrap()]],
      'a move without keys': [center, [move, commit]],
      'a move without keys in its scope': [moving(), [move, commit]],
      'a move back': [center, [move, ['UPDATE exams SET patient_id = patient_id WHERE id = $1', [exam]], commit]],
    };
    for (const [name, [scope, statements]] of Object.entries(refused))
      expect(await attempt(scope, statements), name).toBe(insufficientPrivilege);
  });

  it('stay readable after their exam moved, and moved back', async () => {
    const first = fixture.fixtures.centerA.patient.patientId;
    const { id } = await save(author, 'all');
    for (const patientId of [secondPatient, first]) {
      await center.call(routes.center.moveExam, { params: { id: exam }, body: { patientId } });
      expect((await list(center)).sets.map((set) => set.id)).toContain(id);
    }
    expect((await list(author)).draft.items).toHaveLength(1);
  });

  it('hide no other set if one is damaged', async () => {
    const { id } = await save(author, 'all');
    const damaged = await save(center, 'all');
    for (const column of ['wrapped_key', 'heading_encrypted']) {
      const [before] = await database.rows('SELECT wrapped_key, heading_encrypted FROM annotation_sets WHERE id = $1', [
        damaged.id,
      ]);
      await database.rows(`UPDATE annotation_sets SET ${column} = '\\x00' WHERE id = $1`, [damaged.id]);
      for (const client of [author, center]) expect((await list(client)).sets.map((set) => set.id)).toEqual([id]);
      await database.rows(`UPDATE annotation_sets SET ${column} = $2 WHERE id = $1`, [damaged.id, before?.[column]]);
    }
    expect((await list(author)).sets).toHaveLength(2);
  });

  it('answer a clear fault if they are damaged, with a system event, and the list still comes', async () => {
    const { id } = await save(author, 'all');
    const { revision } = (await list(author)).draft;
    const [draft] = await database.rows(
      `SELECT id FROM annotation_sets WHERE exam_id = $1 AND state = 'draft' AND author_user_id = $2`,
      [exam, fixture.fixtures.doctors.consent.userId],
    );
    logged.length = 0;
    const params = { id: exam, set: id };
    const change = () =>
      author.call(changeDraft, { params: { id: exam }, body: { items: [keyImage()] } }, { revision });
    const damage = async (set: unknown, column: string, requests: (() => Promise<unknown>)[]) => {
      const [before] = await database.rows(`SELECT ${column} AS value FROM annotation_sets WHERE id = $1`, [set]);
      const write = (value: unknown) =>
        database.rows(`UPDATE annotation_sets SET ${column} = $2 WHERE id = $1`, [set, value]);
      await write(Buffer.alloc(1));
      for (const request of requests) expect(await codeOf(request()), column).toBe('annotations_damaged');
      const { draft: shown } = await list(author);
      await write(before?.value);
      return shown;
    };
    const empty = { revision, items: [], updatedAt: null };
    expect(await damage(draft?.id, 'wrapped_key', [change, () => saveDraft(author, 'all')])).toEqual(empty);
    expect(await damage(draft?.id, 'content_encrypted', [() => saveDraft(author, 'all')])).toEqual(empty);
    const show = () => center.call(annotationSetToShow, { params });
    const readFile = async (path: string) => {
      const response = await center.raw('GET', path);
      if (!response.ok) throw new ApiError(response.status, await response.text(), null);
    };
    await damage(id, 'wrapped_key', [show, () => withdraw(author, id)]);
    await damage(id, 'content_encrypted', [
      show,
      () => readFile(`/api/exams/${exam}/annotations/${id}/file?format=csv`),
    ]);
    expect((await list(author)).draft.items).toHaveLength(1);
    for (const error of ['BlobError corrupt', 'DecryptionError seal_broken'])
      expect(logged).toContainEqual({ code: 'annotations-damaged', params: { error } });
  });

  it.each<[string, (set: string) => Promise<unknown>]>([
    ['withdrawn', (set) => withdraw(center, set)],
    ['shared', () => saveDraft(center, 'center')],
  ])('are not %s for the patient whom their exam leaves', async (_, request) => {
    const { id } = await save(center, 'all');
    const count = async () =>
      (await database.rows(`SELECT 1 FROM audit_events WHERE details->>'set' = $1`, [id])).length;
    const events = await count();
    const [before] = await database.rows('SELECT patient_id AS id FROM exams WHERE id = $1', [exam]);
    const blocker = await fixture.superuser.connect();
    try {
      const move = `UPDATE exams SET patient_id = p.id FROM patients p WHERE exams.id = $1`;
      await blocker.query('BEGIN');
      await blocker.query(`${move} AND p.patient_id = $2`, [exam, secondPatient]);
      const code = codeOf(request(id));
      await waitUntil(async () => {
        const rows = await database.rows(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'update "annotation_sets"%'`,
        );
        return rows.length > 0;
      });
      await blocker.query('COMMIT');
      expect(await code).toBe('invalid_state');
      expect(await count()).toBe(events);
      await blocker.query(`${move} AND p.id = $2`, [exam, before?.id]);
    } finally {
      blocker.release();
    }
  });
});
