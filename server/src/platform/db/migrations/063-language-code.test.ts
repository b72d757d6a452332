import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderSchema, openOlderSchema } from './test-older-schema.ts';

let schema: OlderSchema;
beforeAll(async () => {
  schema = await openOlderSchema('063');
});
afterAll(() => schema.close());

it('keeps the languages of rows and the prepared statements of running nodes, and rejects an unknown language', async () => {
  await schema.migrateBefore('063-language-code');
  const client = new pg.Client(schema.connection);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica'); // a link alone, without its doctor
    const insert = (language: string) =>
      client.query(
        `INSERT INTO block_links (token_hash, doctor_id, phone_index, language)
         VALUES (sha256($1::bytea), gen_random_uuid(), '', $2)`,
        [Buffer.from(`${language} ${Date.now()}`), language],
      );
    for (const language of ['en', 'el']) await insert(language);
    const stored = () => client.query({ name: 'stored', text: 'SELECT language FROM block_links ORDER BY language' });
    const before = await stored();
    await schema.migrateTo('063-language-code');
    expect((await stored()).rows).toEqual(before.rows);
    await expect(insert('xx')).rejects.toMatchObject({ code: '23514', constraint: 'language_code_check' });
    await client.query('ALTER DOMAIN language_code DROP CONSTRAINT language_code_check');
    await client.query(
      `ALTER DOMAIN language_code ADD CONSTRAINT language_code_check CHECK (VALUE IN ('en', 'el', 'xx'))`,
    );
    await insert('xx');
    await expect(insert('yy')).rejects.toMatchObject({ code: '23514' });
  } finally {
    await client.end();
  }
});
