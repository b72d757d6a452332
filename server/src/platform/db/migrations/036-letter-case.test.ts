import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../queue/test-database.ts';

const domain = join(import.meta.dirname, '..', '..', '..', 'domain');

describe('letters of either case', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await startTestDatabase();
    client = new pg.Client(database.connection);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.stop();
  });

  it.each([
    ['MCcaseΑβ1', 'mccaseαβ1'],
    ['ΙΣΑ-0482', 'ισα-0482'],
    ['ΑΣΚΛΗΠΙΌΣ', 'ασκληπιός'],
    ['ÄRZTEKAMMER ŁÓDŹ', 'ärztekammer łódź'],
    ['БЪЛГАРИЯ', 'българия'],
  ])('are one in any locale: %s', async (large, small) => {
    const { rows } = await client.query(
      `SELECT any_case($1::text COLLATE "C") = any_case($2::text COLLATE "C") AS one, lower($1 COLLATE "C") = $2 AS by_locale`,
      [large, small],
    );
    expect(rows).toEqual([{ one: true, by_locale: false }]);
  });

  it('are never compared by a function that follows the locale', () => {
    const files = globSync('**/*.ts', { cwd: domain });
    expect(files.length).toBeGreaterThan(10);
    const followers = files.filter((file) =>
      /\b(lower|upper|initcap)\(|ILIKE/.test(readFileSync(join(domain, file), 'utf8')),
    );
    expect(followers).toEqual([]);
  });
});
