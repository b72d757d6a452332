import { readFile } from 'node:fs/promises';
import { languages } from '@medcloud/contract/languages';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { describeDatabase, schemaFile } from './fresh-schema.ts';

it('finds server/schema.sql equal to a fresh database: after a migration run npm run schema', async () => {
  const { connection, template } = inject('cluster');
  const described = await describeDatabase({ ...connection, database: template });
  expect(described).toBe(await readFile(schemaFile, 'utf8'));
});

it('finds every language of the contract in the domain language_code', async () => {
  const { connection, template } = inject('cluster');
  const client = new pg.Client({ ...connection, database: template });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT unnest($1::text[])::language_code AS language', [languages]);
    expect(rows.map(({ language }) => language)).toEqual(languages);
  } finally {
    await client.end();
  }
});
