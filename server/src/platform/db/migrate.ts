import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { migrations } from './migrations/index.ts';

/** Roles that the portal needs and the login cannot make: carries the SQL for the database's administrator. */
export class MissingRolesError extends Error {
  constructor(statements: string[]) {
    super(
      `The database login may not create roles. Ask the database's administrator to run, once:\n\n${statements.join('\n')}\n`,
    );
    this.name = 'MissingRolesError';
  }
}

const roles = ['medcloud_app', 'medcloud_search'];

/**
 * Makes the two roles that own no table (`medcloud_app` for every request, `medcloud_search` for the name search), then
 * brings the schema up to date under the migrator's own lock, so that nodes starting together wait for each other.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  await ensureRoles(pool);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function ensureRoles(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; member: boolean }>(
    `SELECT rolname AS name, pg_has_role(current_user, oid, 'MEMBER') AS member FROM pg_roles WHERE rolname = ANY ($1)`,
    [roles],
  );
  const known = new Map(rows.map((row) => [row.name, row.member]));
  const missing = roles.filter((role) => known.get(role) !== true);
  if (missing.length === 0) return;
  const { rows: logins } = await pool.query<{ name: string }>('SELECT quote_ident(current_user) AS name');
  const login = logins[0]?.name ?? 'CURRENT_USER';
  const statements = missing.flatMap((role) => [
    ...(known.has(role) ? [] : [`CREATE ROLE ${role} NOLOGIN;`]),
    `GRANT ${role} TO ${login};`,
  ]);
  try {
    for (const statement of statements) await pool.query(statement);
  } catch {
    throw new MissingRolesError(statements);
  }
}
