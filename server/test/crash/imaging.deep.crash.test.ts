import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsChannel } from '../../src/platform/queue/jobs-channel.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { listStoredFiles, waitUntil } from '../harness/wait-until.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';
import { zipOf } from '../phantom/zip-of.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { reconcile } from './reconcile.ts';
import { uploadFile } from './uploaders.ts';

/** Issue 4: a kill at any point leads to the same result. */
describe('exam indexing of a portal that is killed', () => {
  let fixture: CrashFixture;
  let owner: pg.Client;
  /** The portal that survived one fault point; it is killed at the next. */
  let child: ChildApp | undefined;

  beforeAll(async () => {
    fixture = await createCrashFixture();
    owner = new pg.Client(fixture.connection);
    await owner.connect();
    const [patient] = persons;
    // Use the uploader's patient: another birth date would hide the exam from doctors.
    const own = patient && { ...patient, birthDate: '1950-05-17' };
    const slices = own ? ctVolume({ seed: 3, patient: own, slices: 2 }) : [];
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    const [uploader] = fixture.uploadersAt(fixture.first);
    if (!uploader) throw new Error('There is no uploader.');
    const sha256 = createHash('sha256').update(archive).digest('hex');
    fixture.uploadLog.sent.set(sha256, { key: 'ct', bytes: archive, uploader });
    expect(await uploadFile(fixture.uploadLog, uploader, archive, 'ct')).toBe(true);
    await fixture.first.close();
  });
  afterAll(async () => {
    await owner.end();
    await fixture.close();
  });

  const rows = async (statement: string) => (await owner.query(statement)).rows;
  /** Makes all jobs due now. A dead process's lease expires at once instead of after 30 s. */
  const makeJobsDue = () => rows('UPDATE jobs SET due_at = now()');
  /** Resets all exams to be indexed again, by a portal that is killed at the point. */
  const killAt = async (point: string) => {
    await child?.crashAt(`${point}:1`);
    await rows(`UPDATE exams SET imaging_state = 'waiting', imaging_attempts = 0, status = 'processing'`);
    await makeJobsDue();
    if (child === undefined) return await fixture.startCrashingApp({ CRASH_AT: `${point}:1`, INDEX_EXAMS: '1' });
    await rows(`SELECT pg_notify('${jobsChannel}', 'every:unprepared-exams')`);
    await child.ended;
  };
  const isDone = async () => {
    const open = await rows(`SELECT 1 FROM exams WHERE imaging_state <> 'ready'
      UNION ALL SELECT 1 FROM series WHERE thumbnail_object IS NULL AND thumbnail_fault IS NULL
      UNION ALL SELECT 1 FROM jobs WHERE every_ms IS NULL AND state <> 'dead'`);
    return open.length === 0;
  };
  const objectCounts = () =>
    rows(`SELECT e.content, o.kind, o.position, count(*)::integer AS count FROM exam_objects o JOIN exams e ON e.id = o.exam_id
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);

  const points = ['index-after-commit', 'frames-stored', 'index-stored', 'thumbnails-stored'];

  it.each(points)('stores the same objects for every exam as without the kill: %s', async (point) => {
    await killAt(point);
    await makeJobsDue();
    child = await fixture.start({ INDEX_EXAMS: '1' });
    await waitUntil(isDone);
    await child.deleteOrphans();
    expect(await objectCounts()).toEqual([
      { content: 'dcm', kind: 'contents', position: 0, count: 2 },
      { content: 'dcm', kind: 'manifest', position: 0, count: 2 },
      { content: 'dcm', kind: 'original', position: 0, count: 2 },
      { content: 'dcm', kind: 'thumbnail', position: 0, count: 2 },
      { content: 'zip', kind: 'contents', position: 0, count: 1 },
      { content: 'zip', kind: 'frames', position: 0, count: 1 },
      { content: 'zip', kind: 'manifest', position: 0, count: 1 },
      { content: 'zip', kind: 'original', position: 0, count: 1 },
      { content: 'zip', kind: 'thumbnail', position: 0, count: 1 },
    ]);
    const objects = await rows('SELECT id FROM exam_objects ORDER BY id::text');
    expect(await listStoredFiles(child.config.objectsFolder)).toEqual(objects.map(({ id }) => id));
    expect(await rows('SELECT DISTINCT status FROM exams')).toEqual([{ status: 'completed' }]);
    await reconcile(child, fixture.connection, fixture.uploadLog, fixture.uploaders);
  });
});
