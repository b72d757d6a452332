import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderSchema, openOlderSchema } from './test-older-schema.ts';

let schema: OlderSchema;
beforeAll(async () => {
  schema = await openOlderSchema('059');
});
afterAll(() => schema.close());

it('sets an open upload that was called whole back to its last frame, and lets none be called so again', async () => {
  await schema.migrateBefore('059-uploads-held');
  const client = new pg.Client(schema.connection);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica'); // an upload alone, without all that it belongs to
    const frame = 262_144;
    const rows = [
      [300_000, 300_000, null, frame],
      [2 * frame, 2 * frame, null, frame],
      [100, 100, null, 0],
      [300_000, 299_999, null, 299_999],
      [300_000, 300_000, new Date(), 300_000],
    ] as const;
    for (const [length, offset, endedAt] of rows)
      await client.query(
        `INSERT INTO uploads (id, center_id, patient_id, begun_by, state, request_hash, length_bytes, offset_bytes, object_id, wrapped_key,
           metadata_sealed, begun_at, ended_at)
         VALUES ($1, $1, $1, $1, $2, $3, $4, $5, $1, $6, $3, clock_timestamp(), $7)`,
        [randomUUID(), endedAt ? 'aborted' : 'open', Buffer.alloc(32), length, offset, Buffer.alloc(61), endedAt],
      );
    await schema.migrateTo('059-uploads-held');
    const after = await client.query('SELECT offset_bytes::int AS offset FROM uploads ORDER BY begun_at');
    expect(after.rows.map(({ offset }) => offset)).toEqual(rows.map(([, , , offset]) => offset));
    const again = client.query('UPDATE uploads SET offset_bytes = length_bytes WHERE ended_at IS NULL');
    await expect(again).rejects.toMatchObject({ code: '23514' });
  } finally {
    await client.end();
  }
});
