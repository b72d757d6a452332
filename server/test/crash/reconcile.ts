import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import pg from 'pg';
import { expect } from 'vitest';
import { Client } from '../harness/client.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { listStoredFiles } from '../harness/wait-until.ts';
import type { AcceptedUploadLog, Uploader } from './uploaders.ts';

/** Returns a client of a restarted portal with the same session, which outlives the process. */
export function reconnect(client: Client, child: ChildApp): Client {
  const other = new Client(child.origin, child.config);
  other.sessionId = client.sessionId;
  return other;
}

/**
 * Compares a restarted portal, whose orphan objects were deleted, with the upload log:
 * - Every acknowledged exam exists with the sent bytes.
 * - Every other exam is complete (`bytes`: all exams, or only those not read before).
 * - Every file has a row (of an exam or of an open upload), and every row a file.
 * - Each exam has exactly one audit event of its upload.
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
    const open = await database.query<{ id: string; hasSegments: boolean }>(
      'SELECT object_id AS id, offset_bytes >= 262144 AS "hasSegments" FROM uploads WHERE ended_at IS NULL',
    );
    const files = await listStoredFiles(child.config.objectsFolder);
    const ofUploads = new Set(open.rows.flatMap(({ id }) => [id, `${id}.part`]));
    expect(files.filter((name) => !ofUploads.has(name))).toEqual(objects.rows.map((row) => row.id));
    const lost = open.rows.filter(({ id, hasSegments }) => hasSegments && !files.some((name) => name.startsWith(id)));
    expect(lost, 'open uploads without their files').toEqual([]);
    const logged = await database.query<{ id: string; events: string }>(
      `SELECT e.id, (SELECT count(*) FROM audit_events a WHERE a.event = 'exam_uploaded' AND a.object_id = e.id::text) AS events
       FROM exams e`,
    );
    expect(logged.rows.filter((row) => Number(row.events) !== 1)).toEqual([]);
    expect(logged.rows.map((row) => row.id).sort()).toEqual([...found.keys()].sort());
  } finally {
    await database.end();
  }
}

/** Lists the hash of every exam of a center. It must match the downloaded bytes, unless the exam was read before. */
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
  if (response.status !== 200) return `${response.status} ${await response.text()}`;
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}
