import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';

/** The file names in the order of application: policies call functions, and grants name them. */
const kinds = ['functions.sql', 'triggers.sql', 'policies.sql', 'grants.sql'];

/** The current text of a noun's functions, triggers, policies or grants. Applying it twice changes nothing. */
export interface SqlFile {
  /** Relative to the folder of all nouns: `access/sql/policies.sql`. */
  readonly path: string;
  readonly text: string;
}

/** Reads `<noun>/sql/*.sql` in a folder, sorted in the order of application. Throws for an unknown file name. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const files: SqlFile[] = [];
  for await (const path of glob('*/sql/*.sql', { cwd: folder })) {
    if (!kinds.includes(basename(path))) throw new Error(`${join(folder, path)}: expected one of ${kinds.join(', ')}.`);
    files.push({ path: path.replaceAll('\\', '/'), text: await readFile(join(folder, path), 'utf8') });
  }
  const rank = ({ path }: SqlFile) => kinds.indexOf(basename(path));
  return files.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

/** The row of `schema_files` that has the hash of what the files made. */
const madePath = '*';

/**
 * Returns a hash of the policies and privileges in the schemas `public` and `keys`, without those of the owner and what
 * `limitLogins` sets (`migrate.ts`).
 */
async function hashMade(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ sha256: string }>(`
    WITH named AS (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'keys')),
    objects AS (
      SELECT c.oid, 0 AS part, c.relacl AS acl FROM pg_class c WHERE c.relnamespace IN (SELECT oid FROM named)
      UNION ALL SELECT c.oid, a.attnum, a.attacl FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace IN (SELECT oid FROM named)
      UNION ALL SELECT p.oid, 0, p.proacl FROM pg_proc p WHERE p.pronamespace IN (SELECT oid FROM named)
      UNION ALL SELECT n.oid, 0, n.nspacl FROM pg_namespace n WHERE n.oid IN (SELECT oid FROM named)
    ),
    made AS (
      SELECT concat_ws(' ', p.polrelid, p.polname, p.polcmd, p.polroles, p.polqual, p.polwithcheck) AS line
      FROM pg_policy p WHERE p.polname <> 'backed_up'
      UNION ALL SELECT concat_ws(' ', o.oid, o.part, g.grantee, g.privilege_type)
      FROM objects o CROSS JOIN LATERAL aclexplode(o.acl) g LEFT JOIN pg_roles r ON r.oid = g.grantee
      WHERE coalesce(r.rolname, '') NOT IN ('medcloud_backup', 'medcloud_owner') AND g.privilege_type <> 'CREATE'
    )
    SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\n' ORDER BY line), ''), 'UTF8')), 'hex') AS sha256 FROM made`);
  return rows[0]?.sha256 ?? '';
}

/** Only who may execute a function may replace it, also its owner. */
const letOwnersExecute = `DO $$
DECLARE found record;
BEGIN
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE p.proowner = 'medcloud_search'::regrole
    AND p.pronamespace = 'public'::regnamespace AND NOT has_function_privilege(p.proowner, p.oid, 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_search', found.name);
  END LOOP;
END $$`;

/**
 * Applies the files whose SHA-256 differs from their row in `schema_files`, in one transaction, and returns their
 * paths. Applies all of them if policies or privileges are not those that they made: an attack or a careless command
 * dropped some. Functions may call functions of later files: PostgreSQL checks their bodies when they run.
 */
export async function applySqlFiles(client: pg.ClientBase, files: readonly SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ path: string; sha256: string }>('SELECT path, sha256 FROM schema_files');
  const applied = new Map(rows.map(({ path, sha256 }) => [path, sha256]));
  const hash = ({ text }: SqlFile) => createHash('sha256').update(text).digest('hex');
  const isUnchanged = applied.get(madePath) === (await hashMade(client));
  const changed = files.filter((file) => !isUnchanged || applied.get(file.path) !== hash(file));
  if (changed.length === 0) return [];
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL check_function_bodies = off');
    await client.query(letOwnersExecute);
    // a function can only be given to an owner who may create functions in its schema
    await client.query('GRANT CREATE ON SCHEMA public TO medcloud_search');
    for (const file of changed) await applyFile(client, file);
    await client.query('REVOKE CREATE ON SCHEMA public FROM medcloud_search');
    await client.query(
      `INSERT INTO schema_files (path, sha256) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
      [
        [...changed.map(({ path }) => path), madePath],
        [...changed.map(hash), await hashMade(client)],
      ],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return changed.map(({ path }) => path);
}

async function applyFile(client: pg.ClientBase, { path, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`${path} could not be applied: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
