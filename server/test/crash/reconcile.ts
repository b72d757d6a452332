import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { expect } from 'vitest';
import { Client } from '../harness/client.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { listStoredFiles } from '../harness/wait-until.ts';
import type { AcceptedUploadLog, Uploader } from './uploaders.ts';

/** The same person at a portal that was started again: the session outlives the process. */
export function reconnect(client: Client, child: ChildApp): Client {
  const other = new Client(child.origin, child.config);
  other.sessionId = client.sessionId;
  return other;
}

/**
 * Holds a restarted and swept portal against the ledger: every acknowledged exam is there with the bytes that were sent,
 * every other exam is whole (all of them, or those whose bytes were not read here yet), no file is without a row (of an exam, or of an upload that goes on) and no row without a file, and each exam left one trace.
 */
export async function reconcile(
  child: ChildApp,
  connection: pg.ClientConfig,
  uploadLog: AcceptedUploadLog,
  uploaders: Uploader[],
  bytes: 'all' | 'new' = 'all',
): Promise<void> {
  const found = new Map<string, string>();
  const read = bytes === 'all' ? new Set<string>() : uploadLog.read;
  for (const client of new Set(uploaders.map((uploader) => uploader.client))) {
    for (const [id, sha256] of await listExams(reconnect(client, child), read)) found.set(id, sha256);
  }
  for (const id of found.keys()) uploadLog.read.add(id);
  for (const [id, sha256] of uploadLog.acknowledged) expect([id, found.get(id)]).toEqual([id, sha256]);
  for (const sha256 of found.values()) expect(uploadLog.sent.has(sha256)).toBe(true);
  const database = new pg.Client(connection);
  await database.connect();
  try {
    const objects = await database.query<{ id: string }>('SELECT id FROM exam_objects ORDER BY id::text');
    const open = await database.query<{ id: string; hasFrames: boolean }>(
      'SELECT object_id AS id, offset_bytes >= 262144 AS "hasFrames" FROM uploads WHERE ended_at IS NULL',
    );
    const files = await listStoredFiles(child.config.objectsFolder);
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

/** The hash of every exam of a center as the portal shows it, which must be that of what is downloaded, unless it was read before. */
async function listExams(client: Client, read: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let path: string | null = `${routes.center.examHistory.path}?limit=500`;
  while (path !== null) {
    const page: Response = await client.raw('GET', path);
    for (const exam of routes.center.examHistory.reply.parse(await page.json())) {
      if (!read.has(exam.id)) expect([exam.id, await downloadedHash(client, exam.id)]).toEqual([exam.id, exam.sha256]);
      expect(exam.status).toBeOneOf(['processing', 'completed']);
      found.set(exam.id, exam.sha256);
    }
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  return found;
}

async function downloadedHash(client: Client, id: string): Promise<string> {
  const response = await client.raw('GET', `/api/download/${id}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}
