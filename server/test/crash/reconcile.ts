import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { expect } from 'vitest';
import type { Child } from '../child.ts';
import { Client } from '../client.ts';
import { storedFiles } from '../leftovers.ts';
import type { Ledger, Uploader } from './uploaders.ts';

/** The same person at a portal that was started again: the session outlives the process. */
export function again(client: Client, child: Child): Client {
  const other = new Client(child.origin, child.config);
  other.sessionId = client.sessionId;
  return other;
}

/**
 * Holds a restarted and swept portal against the ledger: every acknowledged exam is there with the bytes that were sent,
 * every other exam is whole, no file is without a row (of an exam, or of an upload that goes on) and no row without a file, and each exam left one trace.
 */
export async function reconcile(
  child: Child,
  connection: pg.ClientConfig,
  ledger: Ledger,
  uploaders: Uploader[],
): Promise<void> {
  const found = new Map<string, string>();
  for (const client of new Set(uploaders.map((uploader) => uploader.client))) {
    for (const [id, sha256] of await downloadAll(again(client, child))) found.set(id, sha256);
  }
  for (const [id, sha256] of ledger.acknowledged) expect([id, found.get(id)]).toEqual([id, sha256]);
  for (const sha256 of found.values()) expect(ledger.sent.has(sha256)).toBe(true);
  const database = new pg.Client(connection);
  await database.connect();
  try {
    const objects = await database.query<{ id: string }>('SELECT id FROM exam_objects ORDER BY id::text');
    const open = await database.query<{ id: string; hasFrames: boolean }>(
      'SELECT object_id AS id, offset_bytes >= 262144 AS "hasFrames" FROM uploads WHERE ended_at IS NULL',
    );
    const files = await storedFiles(child.config.objectsFolder);
    const ofUploads = new Set(open.rows.flatMap(({ id }) => [id, `${id}.part`]));
    expect(files.filter((name) => !ofUploads.has(name))).toEqual(objects.rows.map((row) => row.id));
    const lost = open.rows.filter(({ id, hasFrames }) => hasFrames && !files.some((name) => name.startsWith(id)));
    expect(lost, 'what an open upload has on the disk').toEqual([]);
    const traces = await database.query<{ id: string; traces: string }>(
      `SELECT e.id, (SELECT count(*) FROM audit_events a WHERE a.event = 'exam_uploaded' AND a.object_id = e.id::text) AS traces
       FROM exams e`,
    );
    expect(traces.rows.filter((row) => Number(row.traces) !== 1)).toEqual([]);
    expect(traces.rows.map((row) => row.id).sort()).toEqual([...found.keys()].sort());
  } finally {
    await database.end();
  }
}

/** The hash of every exam of a center as it is downloaded, which must be the one the portal shows. */
async function downloadAll(client: Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const exams = await client.call(routes.center.examHistory, { query: { limit: 500 } });
  for (const exam of exams) {
    const response = await client.raw('GET', `/api/download/${exam.id}`);
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex');
    expect([exam.id, sha256]).toEqual([exam.id, exam.sha256]);
    expect(exam.status).toBeOneOf(['processing', 'completed']);
    found.set(exam.id, sha256);
  }
  return found;
}
