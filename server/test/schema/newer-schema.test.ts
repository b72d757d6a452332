import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readDomainSqlFiles } from '../../src/domain/core/sql-files.ts';
import { knownMigrations } from '../../src/platform/db/known-migrations.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { describeSchema } from './describe-schema.ts';

describe('a start of a version before the database’s', () => {
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let client: pg.Client;
  beforeAll(async () => {
    database = await copyTemplate(inject('cluster'));
    client = new pg.Client(database.logins.owner);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('says which steps it does not know, and puts back none of its functions and policies', async () => {
    const files = await readDomainSqlFiles();
    const earlier = files.map(({ path, text }) => ({
      path,
      text:
        path === 'doctors/sql/policies.sql'
          ? `${text}\nCREATE POLICY of_an_earlier_version ON public.doctors USING (true);`
          : text,
    }));
    await client.query(
      `INSERT INTO kysely_migration (name, timestamp) VALUES ('900-later', 'now'), ('901-later', 'now')`,
    );
    const before = await describeSchema(client);
    for (const to of [{ sqlFiles: earlier }, { upTo: knownMigrations.at(-1) ?? '' }])
      await expect(migrate(database.logins.owner, to)).rejects.toThrow(
        /a later version .*900-later, 901-later.*Nothing was changed/,
      );
    expect(await describeSchema(client)).toBe(before);
    await client.query(`DELETE FROM kysely_migration WHERE name LIKE '%-later'`);
    expect(await migrate(database.logins.owner, { sqlFiles: files })).toEqual({ migrations: [], sqlFiles: [] });
  });
});
