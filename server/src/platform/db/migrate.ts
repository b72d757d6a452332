import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations/index.ts';
import { applySqlFiles, type SqlFile } from './repeatable-sql.ts';

/** Roles that the portal needs and the login cannot make: carries the SQL for the database's administrator. */
export class MissingRolesError extends Error {
  constructor(statements: string[]) {
    super(
      `The database login may not create roles. Ask the database's administrator to run, once:\n\n${statements.join('\n')}\n`,
    );
    this.name = 'MissingRolesError';
  }
}

const roles = ['medcloud_app', 'medcloud_search', 'medcloud_sealer'];

/** What a start changed in the database: the steps it took and the SQL files it applied. */
export interface MigrationResult {
  readonly migrations: string[];
  readonly sqlFiles: string[];
}

/** Every step of the schema that this program knows, in order. */
export const knownMigrations: readonly string[] = Object.keys(migrations).sort();

// A number of our own in the database's space of advisory locks: "medcloud migrate".
const migrationLock = 7_316_048_223;

/**
 * Makes the three roles that own no table (`medcloud_app` for every request, `medcloud_search` for the name search,
 * `medcloud_sealer` for the chain of the audit trail), then brings the schema up to date. Nodes that start together wait for each other, for as long as a migration takes: on
 * connections of its own, without the pool's limit on a statement. Takes from the application the right to make tables,
 * which a copied or restored database gives to everybody anew.
 *
 * Then applies the nouns' SQL files that changed. An older schema, up to the step `upTo`, keeps what its own steps made.
 */
export async function migrate(
  connection: pg.PoolConfig,
  to: { sqlFiles: readonly SqlFile[] } | { upTo: string },
): Promise<MigrationResult> {
  const pool = new pg.Pool({ ...connection, application_name: 'medcloud migrate', max: 4 });
  // an idle connection that is lost is made anew, or the next query says why it cannot be
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

/** A role may have come from another database of the cluster since we looked. */
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
 * The application makes no table, temporary or not: one named like the portal's could stand in for it. The functions with
 * an owner's rights look for temporary tables last besides, so that a login that does not own the database may go on.
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
 * An owner that may not pass policies by (an external server's plain login) reads every table in a backup, and at no other
 * time: row-level security is forced on owners too. Asked at each start, so that a table of a later step is not forgotten.
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
