import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endIdleUploads } from '../../src/domain/uploads/end-upload.ts';
import { Client } from '../harness/client.ts';
import { eventually, takeStock } from '../harness/leftovers.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { begun, examFields, look, offsetOf, openPart, send } from '../harness/tus.ts';
import { type CastWorld, openCastWorld } from '../harness/world.ts';

const frame = 262_144;

/** What an upload is written by is one request at a time, also where that one does not know yet that it is not the one any more. */
describe('an upload that somebody else has by now', () => {
  let world: CastWorld;
  let client: Client;
  /** Chunks that the portal has taken, of any upload. */
  let passed = 0;
  beforeAll(async () => {
    const crashPoint = (point: string) => {
      if (point === 'chunk-written') passed += 1;
    };
    // the portal's own sweep would come between
    world = await openCastWorld({ parts: { crashPoint, jobs: { ...quietJobs, sweepEveryMs: 96 * 3_600_000 } } });
    client = await signedIn();
  });
  afterAll(() => world.close());

  const signedIn = () => {
    const { centerId, password } = world.cast.centerA;
    return new Client(world.origin, world.config).signIn(routes.auth.centerLogin.path, { centerId, password });
  };
  const sql = async (statement: string, values: unknown[] = []) =>
    (await world.house.portal.db.pool.query(statement, values)).rows;
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const file = Buffer.concat([...sizedDicom(2 * frame + 5_000)]);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const begunHere = () => begun(client, file.length, examFields(world.cast.centerA.patient.patientId));
  const goOn = async (path: string) => {
    const offset = await offsetOf(client, path);
    return await send(client, path, offset, file.subarray(offset));
  };
  const expectStored = async (end: Response) => {
    expect([end.status, end.headers.get('upload-sha256')]).toEqual([204, sha256]);
    const download = await client.raw('GET', `/api/download/${end.headers.get('upload-exam-id')}`);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(file);
  };
  /** A part of which the portal has the first bytes, and which goes on. */
  const standing = async (path: string, from: number, until: number) => {
    const before = passed;
    const part = openPart(client, path, from, file.subarray(from, until));
    await eventually(() => passed > before);
    return part;
  };

  it('is not ended by the sweep that had listed it as idle: not its exam’s file, and not under its sender', async () => {
    const [first, finished, takenUp] = [await begunHere(), await begunHere(), await begunHere()];
    for (const path of [first, finished, takenUp])
      expect((await send(client, path, 0, file.subarray(0, frame + 100))).status).toBe(204);
    world.pass(48 * 3_600_000 + 60_000);
    client = await signedIn();
    const holder = await world.house.portal.db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM uploads WHERE id = $1 FOR UPDATE', [idOf(first)]);
      const sweep = endIdleUploads(world.house.portal);
      await eventually(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await sql(waiting)).length > 0;
      });
      const end = await goOn(finished);
      const part = await standing(takenUp, frame + 100, frame + 1_000);
      await holder.query('COMMIT');
      expect(await sweep).toBe(1);
      part.end(Buffer.alloc(0));
      expect(await part.answered).toBe(204);
      await expectStored(end);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect((await look(client, first)).state).toBe('aborted');
    await expectStored(await goOn(takenUp));
  });

  it('is not written any further by who lost its lock: what had not been flushed is sent again', async () => {
    const path = await begunHere();
    await send(client, path, 0, file.subarray(0, 1_000));
    const part = await standing(path, 1_000, frame + 1_000);
    const lost = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
      [`upload ${idOf(path)}`],
    );
    expect(lost).toHaveLength(1);
    expect(await part.answered).toBe(423);
    expect(await offsetOf(client, path)).toBe(1_000);
    await expectStored(await goOn(path));
  });

  it.each([
    ['a part', frame + 1_000],
    ['the last part', file.length],
  ])('is not moved by the end of %s that came before another took it up', async (_, until) => {
    const path = await begunHere();
    await send(client, path, 0, file.subarray(0, 1_000));
    const before = await takeStock(world);
    const part = await standing(path, 1_000, until);
    await sql('UPDATE uploads SET holds = holds + 1 WHERE id = $1', [idOf(path)]); // as another node does
    part.end(Buffer.alloc(0));
    expect(await part.answered).toBe(423);
    expect(await offsetOf(client, path)).toBe(1_000);
    expect((await takeStock(world)).exams).toBe(before.exams);
    await expectStored(await goOn(path));
  });
});
