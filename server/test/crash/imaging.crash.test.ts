import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsChannel } from '../../src/platform/queue/schema.ts';
import type { Child } from '../harness/child.ts';
import { isDeep } from '../harness/depth.ts';
import { eventually, storedFiles } from '../harness/leftovers.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';
import { zipOf } from '../phantom/zip-of.ts';
import { type Ground, openGround } from './ground.ts';
import { reconcile } from './reconcile.ts';
import { uploadOnce } from './uploaders.ts';

/** Issue 4: killed at any point, it ends the same. */
describe('a portal that is killed while it makes an exam viewable', () => {
  let ground: Ground;
  let owner: pg.Client;
  /** Whoever outlived one point is killed at the next. */
  let child: Child | undefined;

  beforeAll(async () => {
    ground = await openGround();
    owner = new pg.Client(ground.connection);
    await owner.connect();
    const [patient] = persons;
    // the uploaders' own patient: another birth date would hold the exam back
    const own = patient && { ...patient, birthDate: '1950-05-17' };
    const slices = own ? ctVolume({ seed: 3, patient: own, slices: 2 }) : [];
    const archive = Buffer.concat(await Array.fromAsync(zipOf(slices)));
    const [uploader] = ground.at(ground.first);
    if (!uploader) throw new Error('There is no uploader.');
    const sha256 = createHash('sha256').update(archive).digest('hex');
    ground.ledger.sent.set(sha256, { key: 'ct', bytes: archive, uploader });
    expect(await uploadOnce(ground.ledger, uploader, archive, 'ct')).toBe(true);
    await ground.first.close();
  });
  afterAll(async () => {
    await owner.end();
    await ground.close();
  });

  const rows = async (statement: string) => (await owner.query(statement)).rows;
  /** Whatever waits, waits no longer, and a dead process's job is free at once instead of after 30 s. */
  const haste = () => rows('UPDATE jobs SET due_at = now()');
  /** Lets all exams be made viewable anew, by a portal that is gone at the point. */
  const dieAt = async (point: string) => {
    await child?.crashAt(`${point}:1`);
    await rows(`UPDATE exams SET imaging_state = 'waiting', imaging_attempts = 0, status = 'processing'`);
    await haste();
    if (child === undefined) return await ground.startDoomed({ CRASH_AT: `${point}:1`, PREPARE: '1' });
    await rows(`SELECT pg_notify('${jobsChannel}', 'every:unprepared-exams')`);
    await child.ended;
  };
  const isDone = async () => {
    const open = await rows(`SELECT 1 FROM exams WHERE imaging_state <> 'ready'
      UNION ALL SELECT 1 FROM series WHERE thumbnail_object IS NULL AND thumbnail_fault IS NULL
      UNION ALL SELECT 1 FROM jobs WHERE every_ms IS NULL AND state <> 'dead'`);
    return open.length === 0;
  };
  const made = () =>
    rows(`SELECT e.content, o.kind, o.position, count(*)::integer AS count FROM exam_objects o JOIN exams e ON e.id = o.exam_id
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);

  const always = ['index-after-commit'];
  const deep = ['frames-stored', 'index-stored', 'thumbnails-stored'];

  it.each(isDeep ? [...always, ...deep] : always)(
    'has made the same of every exam as if it had never been: %s',
    async (point) => {
      await dieAt(point);
      await haste();
      child = await ground.start({ PREPARE: '1' });
      await eventually(isDone);
      await child.sweep();
      expect(await made()).toEqual([
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
      expect(await storedFiles(child.config.objectsFolder)).toEqual(objects.map(({ id }) => id));
      expect(await rows('SELECT DISTINCT status FROM exams')).toEqual([{ status: 'completed' }]);
      await reconcile(child, ground.connection, ground.ledger, ground.uploaders);
    },
  );
});
