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

/**
 * Applies the files whose SHA-256 differs from their row in `schema_files`, in one transaction, and returns their
 * paths. Functions may call functions of later files: PostgreSQL checks their bodies when they run.
 */
export async function applySqlFiles(client: pg.ClientBase, files: readonly SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ path: string; sha256: string }>('SELECT path, sha256 FROM schema_files');
  const applied = new Map(rows.map(({ path, sha256 }) => [path, sha256]));
  const hash = ({ text }: SqlFile) => createHash('sha256').update(text).digest('hex');
  const changed = files.filter((file) => applied.get(file.path) !== hash(file));
  if (changed.length === 0) return [];
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL check_function_bodies = off');
    // a function can only be given to an owner who may create functions in its schema
    await client.query('GRANT CREATE ON SCHEMA public TO medcloud_search');
    for (const file of changed) await applyFile(client, file);
    await client.query(
      `INSERT INTO schema_files (path, sha256) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
      [changed.map(({ path }) => path), changed.map(hash)],
    );
    await client.query('REVOKE CREATE ON SCHEMA public FROM medcloud_search');
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
