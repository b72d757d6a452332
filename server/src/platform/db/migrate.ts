import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations/index.ts';
import { applySqlFiles, type SqlFile } from './repeatable-sql.ts';

/** The login cannot create the roles that the portal needs. The message has the SQL for the database administrator. */
export class MissingRolesError extends Error {
  constructor(statements: string[]) {
    super(
      `The database login may not create roles. Ask the database's administrator to run, once:\n\n${statements.join('\n')}\n`,
    );
    this.name = 'MissingRolesError';
  }
}

const roles = ['medcloud_app', 'medcloud_search', 'medcloud_sealer'];

/** The changes of a start to the database: the migrations run and the SQL files applied. */
export interface MigrationResult {
  readonly migrations: string[];
  readonly sqlFiles: string[];
}

/** All migrations of this version, in order. */
export const knownMigrations: readonly string[] = Object.keys(migrations).sort();

// The portal's number among the database's advisory locks: "medcloud migrate".
const migrationLock = 7_316_048_223;

/**
 * Creates the three roles that own no table: `medcloud_app` for every request, `medcloud_search` for the name search,
 * `medcloud_sealer` for the audit hash chain. Then runs the migrations. Nodes that start together wait for each other
 * as long as a migration takes, on their own connections without the pool's statement timeout. Revokes the
 * application's right to create tables, which a copied or restored database grants to everybody again.
 *
 * Then applies the changed SQL files of the nouns. With `upTo`, migrates only up to that step and applies no SQL files.
 * Throws `MissingRolesError`.
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
      await ensureRoles(pool);
      const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
      const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
      const { error, results } = await ('upTo' in to ? migrator.migrateTo(to.upTo) : migrator.migrateToLatest());
      if (error) throw error;
      const sqlFiles = 'upTo' in to ? [] : await withClient(pool, (client) => applySqlFiles(client, to.sqlFiles));
      await revokeTableCreation(pool);
      await allowOwnerBackup(pool);
      return { migrations: (results ?? []).map((result) => result.migrationName), sqlFiles };
    });
  } finally {
    await pool.end();
  }
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
  for (const statement of statements) await createRole(pool, statement, statements);
}

const insufficientPrivilege = '42501';
const duplicateObject = '42710';

/** Creates a role. Ignores a duplicate: another database of the cluster may have created it since the check. */
async function createRole(pool: pg.Pool, statement: string, all: string[]): Promise<void> {
  try {
    await pool.query(statement);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === insufficientPrivilege) throw new MissingRolesError(all);
    if (code !== duplicateObject) throw error;
  }
}

/**
 * Revokes the right to create tables, temporary or not: one with the name of a portal table could replace it. If the
 * login lacks the privilege to revoke, the start continues, because SECURITY DEFINER functions search temporary tables
 * last.
 */
async function revokeTableCreation(pool: pg.Pool): Promise<void> {
  await pool.query(`
    DO $$ BEGIN
      IF has_database_privilege('medcloud_app', current_database(), 'TEMPORARY') THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      END IF;
      IF has_schema_privilege('medcloud_app', 'public', 'CREATE') THEN REVOKE CREATE ON SCHEMA public FROM PUBLIC; END IF;
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END $$`);
}

/**
 * Lets the tables' owner read all rows during a backup, and at no other time. Needed for an owner that cannot bypass
 * row-level security (the plain login of an external server), which is forced on owners too. Runs at each start to
 * include tables of later migrations.
 */
async function allowOwnerBackup(pool: pg.Pool): Promise<void> {
  await pool.query(`DO $$
    DECLARE guarded regclass;
    BEGIN
      IF (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
      FOR guarded IN SELECT c.oid FROM pg_class c WHERE c.relforcerowsecurity AND c.relnamespace::regnamespace::text IN ('public', 'keys')
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backed_up')
      LOOP
        EXECUTE format('CREATE POLICY backed_up ON %s FOR SELECT TO CURRENT_USER USING (current_setting(''medcloud.system'', true) = ''backup'')', guarded);
      END LOOP;
    END $$`);
}
