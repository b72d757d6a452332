import { readFile } from 'node:fs/promises';
import { languages } from '@medcloud/contract/languages';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { knownMigrations } from '../../src/platform/db/known-migrations.ts';
import { describeDatabase, schemaFile } from './fresh-schema.ts';

it('finds server/schema.sql equal to a fresh database: after a migration run npm run schema', async () => {
  const { connection, template } = inject('cluster');
  const described = await describeDatabase({ ...connection, database: template });
  expect(described).toBe(await readFile(schemaFile, 'utf8'));
});

it('gives each migration a number of its own', () => {
  const numbers = knownMigrations.map((name) => name.slice(0, 3));
  expect(numbers).toEqual([...new Set(numbers)]);
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

/**
 * PostgreSQL plans the policies of a table with each statement, and those of the tables that their subqueries read with
 * them, so that one more such policy can double the time of every list (docs/decisions/069).
 */
it('plans at most 40 subqueries of policies for a row of any table', async () => {
  const { connection, template } = inject('cluster');
  const client = new pg.Client({ ...connection, database: template });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND relrowsecurity
         AND has_any_column_privilege('medcloud_app', c.oid, 'SELECT')`,
    );
    await client.query('SET ROLE medcloud_app');
    const plans: { name: string; subqueries: number }[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${name} LIMIT 1`,
      );
      plans.push({ name, subqueries: JSON.stringify(rows).split('"Subplan Name"').length - 1 });
    }
    expect(plans.length).toBeGreaterThan(30);
    expect(plans.filter(({ subqueries }) => subqueries > 40)).toEqual([]);
  } finally {
    await client.end();
  }
});
