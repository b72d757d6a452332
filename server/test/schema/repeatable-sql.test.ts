import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readDomainSqlFiles } from '../../src/domain/core/sql-files.ts';
import { applySqlFiles, type SqlFile } from '../../src/platform/db/repeatable-sql.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { describeSchema } from './describe-schema.ts';
import { schemaFile } from './fresh-schema.ts';

describe('applySqlFiles', () => {
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let client: pg.Client;
  let files: SqlFile[];
  beforeAll(async () => {
    database = await copyTemplate(inject('cluster'));
    client = new pg.Client(database.logins.owner); // as a start does
    await client.connect();
    files = await readDomainSqlFiles();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const policiesOf = async (table: string) =>
    (await client.query(`SELECT policyname FROM pg_policies WHERE tablename = $1 ORDER BY 1`, [table])).rows;
  const replaceFile = (path: string, change: (text: string) => string) =>
    files.map((file) => (file.path === path ? { path, text: change(file.text) } : file));

  it('applies nothing if no file changed', async () => {
    expect(await applySqlFiles(client, files)).toEqual([]);
  });

  it('restores the full schema after policies and grants were dropped', async () => {
    await client.query(`DO $$ DECLARE one record; BEGIN
      FOR one IN SELECT schemaname, tablename, policyname FROM pg_policies LOOP
        EXECUTE format('DROP POLICY %I ON %I.%I', one.policyname, one.schemaname, one.tablename);
      END LOOP; END $$`);
    await client.query(
      'REVOKE ALL ON ALL TABLES IN SCHEMA public, keys FROM medcloud_app, medcloud_search, medcloud_sealer',
    );
    expect(await applySqlFiles(client, files)).toEqual(files.map(({ path }) => path));
    expect(await describeSchema(client)).toBe(await readFile(schemaFile, 'utf8'));
    expect(await applySqlFiles(client, files)).toEqual([]);
  });

  it.each([
    'DROP POLICY of_admin ON alarms',
    'REVOKE INSERT ON sessions FROM medcloud_app',
    'REVOKE EXECUTE ON FUNCTION verify_code() FROM medcloud_app',
    'GRANT SELECT (password_hash) ON users TO medcloud_app',
    'CREATE POLICY all_rows ON alarms USING (true)',
    'ALTER POLICY of_admin ON alarms USING (true)',
  ])('restores the full schema after a statement that no file has: %s', async (statement) => {
    await client.query(statement);
    expect(await applySqlFiles(client, files)).toEqual(files.map(({ path }) => path));
    expect(await describeSchema(client)).toBe(await readFile(schemaFile, 'utf8'));
  });

  it('applies a file of functions that their owner may not execute', async () => {
    await client.query('REVOKE EXECUTE ON FUNCTION has_administrator() FROM medcloud_search');
    expect(await applySqlFiles(client, files)).toEqual(files.map(({ path }) => path));
  });

  it('applies only a changed file, and drops a policy that was removed from it', async () => {
    const path = 'alarms/sql/policies.sql';
    const before = await policiesOf('alarms');
    const without = replaceFile(path, (text) => text.replace(/CREATE POLICY of_admin ON public\.alarms[^;]*;/, ''));
    expect(await applySqlFiles(client, without)).toEqual([path]);
    expect(await policiesOf('alarms')).toEqual(before.filter(({ policyname }) => policyname !== 'of_admin'));
    expect(await applySqlFiles(client, files)).toEqual([path]);
    expect(await policiesOf('alarms')).toEqual(before);
  });

  it('leaves what the other files made, whichever file of policies or grants changes', async () => {
    const readMade = async () =>
      (
        await client.query(`
          SELECT tablename || ' ' || policyname AS line FROM pg_policies
          UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
          UNION ALL SELECT concat_ws(' ', c.oid::regclass, g.grantee::regrole, g.privilege_type)
            FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) g WHERE g.grantee <> 0
          UNION ALL SELECT concat_ws(' ', p.oid::regprocedure, g.grantee, g.privilege_type)
            FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) g
            WHERE p.pronamespace = 'public'::regnamespace AND g.grantee <> p.proowner
          ORDER BY line`)
      ).rows.map(({ line }) => line);
    const before = await readMade();
    for (const { path } of files.filter((file) => /policies|grants/.test(file.path))) {
      await applySqlFiles(
        client,
        replaceFile(path, (text) => `${text}\n-- changed`),
      );
      expect(await readMade(), path).toEqual(before);
    }
    await applySqlFiles(client, files);
    expect(await describeSchema(client)).toBe(await readFile(schemaFile, 'utf8'));
  });

  it('changes nothing if a file fails, and names the file', async () => {
    const before = await policiesOf('alarms');
    const broken = replaceFile('alarms/sql/policies.sql', (text) => `${text}\nCREATE POLICY broken ON public.nothing;`);
    await expect(applySqlFiles(client, broken)).rejects.toThrow(
      'alarms/sql/policies.sql could not be applied: relation',
    );
    expect(await policiesOf('alarms')).toEqual(before);
    expect(await applySqlFiles(client, files)).toEqual([]);
  });
});
