import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderSchema, openOlderSchema } from './test-older-schema.ts';

let schema: OlderSchema;
let client: pg.Client;
beforeAll(async () => {
  schema = await openOlderSchema('108');
  client = new pg.Client(schema.connection);
  await client.connect();
  await client.query('SET session_replication_role = replica'); // rows alone, without all that they belong to
});
afterAll(async () => {
  await client.end();
  await schema.close();
});

it('keeps alarms, counts opened exams and copies the phones of links, although row-level security binds the owner', async () => {
  await schema.migrateBefore('075-alarm-rules');
  await client.query("INSERT INTO alarms (id, kind) VALUES (gen_random_uuid(), 'sms_half')");
  const person = randomUUID();
  await client.query(
    `INSERT INTO audit_events (event, actor_kind, person_id, outcome, object_kind, object_id, address_block)
     VALUES ('exam_viewed', 'doctor', $1, 'success', 'exam', gen_random_uuid(), '127.0.0.1')`,
    [person],
  );
  const [given, erased] = [await addLink('phone'), await addLink('')];

  await schema.migrateTo('108-phones-of-links');

  expect((await client.query('SELECT subject FROM alarms')).rows).toEqual([{ subject: 'installation:' }]);
  const counts = await client.query('SELECT subject, count FROM access_counts');
  expect(counts.rows).toEqual([{ subject: `account:${person}`, count: 1 }]);
  expect((await client.query('SELECT FROM opened_exams')).rowCount).toBe(1);
  expect(await phoneOf(given)).toEqual(Buffer.from('phone'));
  expect(await phoneOf(erased)).toBeNull();
  const open = await client.query(
    "SELECT FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND NOT relforcerowsecurity AND relnamespace = 'public'::regnamespace",
  );
  expect(open.rowCount).toBe(0);
});

/** Adds a link of a request. Returns its hash. */
async function addLink(phone: string): Promise<Buffer> {
  const [request, hash] = [randomUUID(), Buffer.from(`${randomUUID()}`.slice(0, 32))];
  await client.query(
    `INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, expires_at)
     VALUES ($1, $1, $2, $3, '123', now())`,
    [request, hash, Buffer.from(phone)],
  );
  await client.query(
    `INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, expires_at)
     VALUES ($1, $1, $1, $2, '123', 'en', now())`,
    [request, hash],
  );
  await client.query('INSERT INTO consent_links (token_hash, request_id) VALUES ($1, $2)', [hash, request]);
  return hash;
}

async function phoneOf(hash: Buffer): Promise<Buffer | null> {
  const { rows } = await client.query<{ phone: Buffer | null }>(
    'SELECT phone_sealed AS phone FROM consent_links WHERE token_hash = $1',
    [hash],
  );
  return rows[0]?.phone ?? null;
}
