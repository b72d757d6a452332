import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadingScope } from '../../../src/domain/authorization/authorize.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { expireIdleUploads } from '../../../src/domain/uploads/cancel-upload.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { createUpload, examFields, uploadsPath } from '../../harness/tus.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** Copies an own upload with another id and other values: `$1` is its id, `$2` the changes. */
const insertUpload = `INSERT INTO uploads SELECT r.* FROM uploads u, jsonb_populate_record(u, jsonb_build_object(
  'id', gen_random_uuid(), 'upload_key', null, 'begun_at', app_now(), 'heard_at', app_now()) || $2::jsonb) r WHERE u.id = $1 RETURNING id`;

/** What a statement smuggled into a center's request could do to files by their ids. */
describe('the file of an upload', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let uploadId: string;
  let foreignOriginal: string;
  let foreignUpload: string;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    await indexExams(testApp);
    db = new ApplicationDatabase(testApp);
    const { centerA, centerB } = testApp.fixtures;
    uploadId = await beginUpload(centerA);
    foreignUpload = await objectOf(await beginUpload(centerB));
    foreignOriginal = await originalOf(centerB.examId);
  });
  afterAll(() => testApp.close());

  const beginUpload = async ({ client, patient }: TestAppWithFixtures['fixtures']['centerA']) =>
    (await createUpload(client, 1_000, examFields(patient.patientId))).split('/').at(-1) ?? '';
  const objectOf = async (upload: string) =>
    String((await db.rows('SELECT object_id FROM uploads WHERE id = $1', [upload]))[0]?.object_id);
  const originalOf = async (exam: string) =>
    String((await db.rows(`SELECT id FROM exam_objects WHERE exam_id = $1 AND kind = 'original'`, [exam]))[0]?.id);
  const storedIds = async () => {
    const ids: string[] = [];
    for await (const { id } of testApp.app.context.objects.list()) ids.push(id);
    return ids;
  };

  it('is the one that the portal chose for it', async () => {
    const own = await db.centerA();
    const [{ id: fresh } = {}] = await db.rows('SELECT gen_random_uuid() AS id');
    const attempt = (scope: typeof own, change: object) =>
      db.outcome(scope, insertUpload, [uploadId, JSON.stringify(change)]);
    expect(await attempt(uploadingScope(own, { objectId: String(fresh) }), { object_id: fresh })).toBe(1);
    for (const object of [fresh, foreignOriginal])
      expect(await attempt(own, { object_id: object }), String(object)).toBe(insufficientPrivilege);
    const others = { object_id: foreignOriginal };
    expect(await attempt(uploadingScope(own, { objectId: String(fresh) }), others)).toBe(insufficientPrivilege);
    // even if the portal chose it
    expect(await attempt(uploadingScope(own, { objectId: foreignOriginal }), others)).toBe(insufficientPrivilege);
  });

  it('is not due to be deleted before its time', async () => {
    const own = await db.centerA();
    const fresh = '0193d1e2-0000-7000-8000-000000000001';
    const uploading = uploadingScope(own, { objectId: fresh });
    const past = { object_id: fresh, heard_at: '2026-01-01T00:00:00Z' };
    expect(await db.outcome(uploading, insertUpload, [uploadId, JSON.stringify(past)])).toBe(insufficientPrivilege);
    const earlier = `UPDATE uploads SET heard_at = app_now() - interval '3 days' WHERE id = $1`;
    expect(await db.outcome(own, earlier, [uploadId])).toBe(insufficientPrivilege);
    expect(await db.outcome(own, 'UPDATE uploads SET heard_at = app_now() WHERE id = $1', [uploadId])).toBe(1);
  });

  it('is no other file later, nor open again after its end', async () => {
    const { centerA } = testApp.fixtures;
    const own = await db.centerA();
    const change = 'UPDATE uploads SET object_id = $2 WHERE id = $1';
    expect(await db.outcome(own, change, [uploadId, foreignOriginal])).toBe(insufficientPrivilege);
    const ended = await beginUpload(centerA);
    await centerA.client.raw('DELETE', `${uploadsPath}/${ended}`, { headers: { 'tus-resumable': '1.0.0' } });
    const again = `UPDATE uploads SET state = 'open', ended_at = NULL WHERE id = $1`;
    expect(await db.outcome(own, again, [ended])).toBe(insufficientPrivilege);
    const foreignExam = `UPDATE uploads SET state = 'stored', exam_id = $2, ended_at = app_now() WHERE id = $1`;
    expect(await db.outcome(own, foreignExam, [uploadId, testApp.fixtures.centerB.examId])).toBe(insufficientPrivilege);
  });

  it('becomes no file of another exam, also while it is indexed', async () => {
    const { examId } = testApp.fixtures.centerA;
    const insertObject = `INSERT INTO exam_objects (id, exam_id, center_id, patient_id, kind, position, wrapped_key, size_bytes, sha256)
      SELECT $1, o.exam_id, o.center_id, o.patient_id, $2, 90, o.wrapped_key, 1, o.sha256 FROM exam_objects o
      WHERE o.exam_id = $3 AND o.kind = 'original'`;
    const own = await db.centerA();
    const imaging = mint.imaging(examId);
    const fresh = '0193d1e2-0000-7000-8000-000000000002';
    const attempt = (scope: typeof own | typeof imaging, id: string, kind: string) =>
      db.outcome(scope, insertObject, [id, kind, examId]);
    expect(await attempt(imaging, fresh, 'rendered')).toBe(1);
    expect(await attempt(own, await objectOf(uploadId), 'original')).toBe(1);
    expect(await attempt(own, fresh, 'rendered')).toBe(insufficientPrivilege);
    expect(await attempt(own, foreignUpload, 'original')).toBe(insufficientPrivilege);
    expect(await attempt(imaging, foreignUpload, 'rendered')).toBe(insufficientPrivilege);
    expect(await attempt(imaging, await objectOf(uploadId), 'rendered')).toBe(insufficientPrivilege);
  });

  it.each(['manifest_object', 'thumbnail_object', 'frames_object'])(
    'is no series’ %s of another exam',
    async (column) => {
      const { examId } = testApp.fixtures.centerA;
      const insertSeries = `INSERT INTO series SELECT r.* FROM series s, jsonb_populate_record(s, jsonb_build_object(
      'series_uid', '1.2.3', 'position', 99, '${column}', $2::text)) r WHERE s.exam_id = $1 LIMIT 1`;
      const own = await originalOf(examId);
      expect(await db.outcome(mint.imaging(examId), insertSeries, [examId, own])).toBe(1);
      expect(await db.outcome(mint.imaging(examId), insertSeries, [examId, foreignOriginal])).toBe(
        insufficientPrivilege,
      );
    },
  );

  it('is deleted with its upload only if no exam has it', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const planted: string[] = [];
    for (const object of [foreignOriginal, await originalOf(centerA.examId)]) {
      const [row] = await db.rows(insertUpload, [uploadId, JSON.stringify({ object_id: object })]);
      planted.push(String(row?.id));
    }
    for (const id of planted) {
      const headers = { 'tus-resumable': '1.0.0' };
      expect((await centerA.client.raw('DELETE', `${uploadsPath}/${id}`, { headers })).status).toBe(204);
    }
    await db.rows(`DELETE FROM uploads WHERE id = ANY ($1)`, [planted]);
    const idle = JSON.stringify({ object_id: foreignOriginal, heard_at: '2026-01-01T00:00:00Z' });
    await db.rows(insertUpload, [uploadId, idle]);
    expect(await expireIdleUploads(testApp.app.context)).toBe(1);
    expect(await storedIds()).toEqual(expect.arrayContaining([foreignOriginal, await originalOf(centerA.examId)]));
    const response = await centerB.client.raw('GET', `/api/download/${centerB.examId}`);
    expect([response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  it('is not deleted by the erasure of another patient', async () => {
    const { patient } = testApp.fixtures.centerA;
    await db.rows('DELETE FROM uploads WHERE object_id = $1', [foreignOriginal]);
    await db.rows(insertUpload, [uploadId, JSON.stringify({ object_id: foreignOriginal })]);
    const [key] = await db.rows('SELECT wrapped_key, master_id FROM keys.patient_keys WHERE patient_id = $1', [
      patient.id,
    ]);
    const erase = 'SELECT object_id AS id FROM erase_patient($1, $2)';
    const { rows } = await db.as(mint.erasure(patient.id), (client) =>
      client.query<{ id: string }>(erase, [key?.wrapped_key, key?.master_id]),
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(await objectOf(uploadId));
    expect(ids).not.toContain(foreignOriginal);
  });
});
