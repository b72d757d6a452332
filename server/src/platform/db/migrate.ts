import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { knownMigrations, migrationProvider } from './known-migrations.ts';
import { checkLoginSettings, loginNames, roleStatements } from './logins.ts';
import { applySqlFiles, type SqlFile } from './repeatable-sql.ts';

/** The logins' roles are missing or wrong. The message has the SQL for the server's administrator. */
export class MissingRolesError extends Error {
  constructor(reason: string, database: string) {
    super(
      `${reason} Run once \`DATABASE_SUPERUSER_URL=… npm run logins\` with the address of a superuser. ` +
        `Or the server's administrator runs in the portal's database, with passwords of your own:\n\n${roleStatements(database).join('\n')}\n`,
    );
    this.name = 'MissingRolesError';
  }
}

/** A later program than this has changed the database. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `This database was changed by a later version of the portal (${unknown.join(', ')}), and this version would damage it. ` +
        `Nothing was changed. Start the later version, or restore a backup of this one into an empty database (docs/operations.md, "Upgrade").`,
    );
    this.name = 'NewerSchemaError';
  }
}

/** The changes of a start to the database: the migrations run and the SQL files applied. */
export interface MigrationResult {
  readonly migrations: string[];
  readonly sqlFiles: string[];
}

// The portal's number among the database's advisory locks: "medcloud migrate".
const migrationLock = 7_316_048_223;

/**
 * Runs the migrations as the schema's owner. Nodes that start together wait for each other as long as a migration takes,
 * on their own connections without the pool's statement timeout. Revokes the rights that a new, copied or restored
 * database grants to everybody.
 *
 * Then applies the changed SQL files of the nouns. With `upTo`, migrates only up to that step and applies no SQL files.
 * Throws `MissingRolesError`, `LoginSettingsError`, `NewerSchemaError`.
 */
export async function migrate(
  connection: pg.PoolConfig,
  to: { sqlFiles: readonly SqlFile[] } | { upTo: string },
): Promise<MigrationResult> {
  const pool = new pg.Pool({ ...connection, application_name: 'medcloud migrate', max: 4 });
  // The pool replaces a lost idle connection; if it cannot, the next query reports the reason.
  pool.on('error', () => undefined);
  try {
    return await withMigrationLock(pool, async () => {
      await checkRoles(pool);
      await checkLoginSettings(pool);
      const applied = await listMigrations(pool);
      const unknown = applied.filter((name) => !knownMigrations.includes(name));
      if (unknown.length > 0) throw new NewerSchemaError(unknown);
      // then a start needs no migrator, which first reads the columns of every table
      const isCurrent = !('upTo' in to) && applied.length === knownMigrations.length;
      const migrations = isCurrent ? [] : await runMigrations(pool, 'upTo' in to ? to.upTo : undefined);
      const sqlFiles = 'upTo' in to ? [] : await withClient(pool, (client) => applySqlFiles(client, to.sqlFiles));
      if (!('upTo' in to)) await limitLogins(pool);
      return { migrations, sqlFiles };
    });
  } finally {
    await pool.end();
  }
}

/** Returns the names of the migrations that have run, in order. */
async function listMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string | null }>("SELECT to_regclass('kysely_migration') AS name");
  if (tables[0]?.name === null) return [];
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Runs the migrations, up to a step or all. Returns the names of those that ran. */
async function runMigrations(pool: pg.Pool, upTo: string | undefined): Promise<string[]> {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db: kysely, provider: migrationProvider });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

function withMigrationLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock_all()');
    }
  });
}

async function checkRoles(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ database: string; missing: string[] }>(
    `SELECT quote_ident(current_database()) AS database, coalesce(array_agg(name) FILTER (WHERE r.oid IS NULL
       OR name IN ('medcloud_search', 'medcloud_sealer') AND NOT pg_has_role(current_user, r.oid, 'MEMBER')), '{}') AS missing
     FROM unnest($1::text[]) AS name LEFT JOIN pg_roles r ON r.rolname = name`,
    [[...Object.values(loginNames), 'medcloud_search', 'medcloud_sealer']],
  );
  const [found] = rows;
  if (found === undefined || found.missing.length === 0) return;
  throw new MissingRolesError(`The database lacks roles: ${found.missing.join(', ')}.`, found.database);
}

/** All roles but the owner. */
const limitedRoles = [loginNames.app, loginNames.backup, 'medcloud_search', 'medcloud_sealer'].join(', ');

/**
 * Leaves each login what it needs: to connect, and for a backup to read every row. Nobody else may connect or create
 * anything; a table with the name of the portal's could replace it. Runs at each start, to include the tables of later
 * migrations.
 */
async function limitLogins(pool: pg.Pool): Promise<void> {
  await pool.query(`
    DO $$
    DECLARE found record;
    BEGIN
      EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC, ${limitedRoles}', current_database());
      EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${loginNames.app}, ${loginNames.backup}', current_database());
      REVOKE CREATE ON SCHEMA public, keys FROM PUBLIC, ${limitedRoles};
      GRANT USAGE ON SCHEMA public, keys TO ${loginNames.backup};
      GRANT SELECT ON ALL TABLES IN SCHEMA public, keys TO ${loginNames.backup};
      REVOKE ALL ON keys.scope_keys, keys.scope_connections FROM ${loginNames.backup};
      FOR found IN SELECT c.oid::regclass AS name FROM pg_class c WHERE c.relforcerowsecurity
        AND c.relnamespace::regnamespace::text IN ('public', 'keys')
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backed_up'
          AND p.polroles = ARRAY['${loginNames.backup}'::regrole::oid])
      LOOP
        EXECUTE format('DROP POLICY IF EXISTS backed_up ON %s', found.name);
        EXECUTE format('CREATE POLICY backed_up ON %s FOR SELECT TO ${loginNames.backup} USING (true)', found.name);
      END LOOP;
    END $$`);
}
