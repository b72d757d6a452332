import pg from 'pg';
import { LoginSettingsError, listSettingsResets } from './login-settings.ts';

/**
 * The database's three logins (docs/security.md). `owner` owns schema and functions and migrates; `app` serves requests
 * and jobs, owns nothing and is a member of nothing; `backup` reads rows for a backup.
 */
export interface DatabaseLogins {
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  backup: pg.PoolConfig;
}

/** The names of the logins' roles. Policies and grants name them. */
export const loginNames = { owner: 'medcloud_owner', app: 'medcloud_app', backup: 'medcloud_backup' } as const;

export type LoginPasswords = Readonly<Record<keyof typeof loginNames, string>>;

/** Roles without login: `medcloud_search` owns the scope functions and narrow reads, `medcloud_sealer` nothing any more. */
const functionOwners = ['medcloud_search', 'medcloud_sealer'] as const;

/**
 * Returns the statements by which an administrator of the server creates the roles, with `PASSWORD` to be replaced. They
 * run in the portal's database.
 */
export function roleStatements(database: string): string[] {
  return [
    ...Object.values(loginNames).map((name) => `CREATE ROLE ${name} LOGIN PASSWORD 'PASSWORD';`),
    ...functionOwners.map((name) => `CREATE ROLE ${name};`),
    `GRANT ${[...functionOwners, loginNames.backup].join(', ')} TO ${loginNames.owner};`,
    // an administrator who is no superuser gives away only what a role of theirs may own
    `GRANT ${loginNames.owner} TO CURRENT_USER;`,
    `ALTER DATABASE ${database} OWNER TO ${loginNames.owner};`,
    `REVOKE ${loginNames.owner} FROM CURRENT_USER;`,
    closeCatalog,
  ];
}

/**
 * Creates the roles, or gives existing ones their attributes and passwords, and no settings. A portal of an earlier version used
 * `medcloud_app` as a role of its superuser, and its tables belong to that login: they pass to the owner. Needs a
 * superuser's connection to the portal's database.
 */
export async function createLogins(login: pg.ClientConfig, passwords: LoginPasswords): Promise<void> {
  const superuser = new pg.Client({ ...login, application_name: 'medcloud logins' });
  superuser.on('error', () => undefined); // the running statement reports the failure
  await superuser.connect();
  try {
    await ensureLogins(superuser, passwords);
  } finally {
    await superuser.end();
  }
}

/** Does the same on an open connection. */
export async function ensureLogins(superuser: pg.ClientBase, passwords: LoginPasswords): Promise<void> {
  await superuser.query('BEGIN');
  try {
    // two databases of one cluster may do this at once, as those of tests
    await superuser.query(`SELECT pg_advisory_xact_lock(hashtextextended('medcloud logins', 0))`);
    for (const name of [...Object.values(loginNames), ...functionOwners]) {
      const { rowCount } = await superuser.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
      if (rowCount === 0) await superuser.query(`CREATE ROLE ${name}`);
    }
    for (const login of ['owner', 'app', 'backup'] as const)
      await superuser.query(
        `ALTER ROLE ${loginNames[login]} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
         PASSWORD ${superuser.escapeLiteral(passwords[login])}`,
      );
    await superuser.query(`GRANT ${[...functionOwners, loginNames.backup].join(', ')} TO ${loginNames.owner}`);
    const resets = await listSettingsResets(superuser, Object.values(loginNames));
    if (resets.length > 0) await superuser.query(resets.map(({ statement }) => statement).join(' '));
    await superuser.query(leaveRoles);
    await superuser.query(passOwnership);
    await superuser.query(closeCatalog);
    await superuser.query('COMMIT');
  } catch (error) {
    await superuser.query('ROLLBACK');
    throw error;
  }
}

/**
 * PostgreSQL's functions that every login may call unless a superuser takes them away, in each database: those that show
 * prepared statements, end another connection's work, and store large objects.
 */
const closedFunctions = [
  'pg_prepared_statement()',
  'pg_cancel_backend(integer)',
  'pg_terminate_backend(integer, bigint)',
  'lo_creat(integer)',
  'lo_create(oid)',
  'lo_from_bytea(oid, bytea)',
].map((name) => `pg_catalog.${name}`);

/**
 * The functions behind the statistics (`pg_stat_…`): how often a scan ran and how many rows it read tells whether rows
 * exist that a policy hides. Which there are depends on the version. `pg_stat_activity` stays: the start reads it.
 */
const isStatistics = `p.pronamespace = 'pg_catalog'::regnamespace
  AND (p.proname LIKE 'pg\\_stat\\_get\\_%' AND p.proname <> 'pg_stat_get_activity' OR p.proname = 'pg_logical_emit_message')`;

const closeStatistics = `DO $$
DECLARE found record;
BEGIN
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE ${isStatistics} LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', found.name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO pg_read_all_stats', found.name);
  END LOOP;
END $$;`;

/**
 * Refuses every statement of the application's and the backup's login that defines, drops or grants something. Without
 * it, `DROP OWNED BY CURRENT_USER` drops the policies that name the login, although it owns nothing. Only a superuser can
 * make event triggers. In a schema of its own, because the superuser must own the function.
 */
const refuseDefinitions = `CREATE SCHEMA IF NOT EXISTS medcloud_guard;
CREATE OR REPLACE FUNCTION medcloud_guard.refuse_definitions() RETURNS event_trigger LANGUAGE plpgsql
  SET search_path TO 'pg_catalog', 'pg_temp' AS $function$
BEGIN
  IF session_user IN ('${loginNames.app}', '${loginNames.backup}') THEN
    RAISE insufficient_privilege USING MESSAGE = 'this login defines nothing';
  END IF;
END $function$;
REVOKE ALL ON FUNCTION medcloud_guard.refuse_definitions() FROM PUBLIC;
DROP EVENT TRIGGER IF EXISTS medcloud_guard;
CREATE EVENT TRIGGER medcloud_guard ON ddl_command_start EXECUTE FUNCTION medcloud_guard.refuse_definitions();`;

/** Takes `closedFunctions` and the statistics away, and refuses definitions. A superuser runs it in the portal's database. */
export const closeCatalog = `REVOKE EXECUTE ON FUNCTION ${closedFunctions.join(', ')} FROM PUBLIC; REVOKE SELECT ON pg_catalog.pg_prepared_statements FROM PUBLIC;
${closeStatistics}
${refuseDefinitions}`;

/**
 * Returns whether the application's login is without `closedFunctions` and the statistics in the database of this connection and can define
 * nothing, and no login has settings of its own.
 */
export async function isClosed(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect();
  try {
    const { rows } = await client.query<{ isClosed: boolean }>(
      `SELECT NOT bool_or(has_function_privilege($1, name, 'EXECUTE')) AND NOT EXISTS (
         SELECT FROM pg_proc p WHERE ${isStatistics} AND has_function_privilege($1, p.oid, 'EXECUTE'))
       AND EXISTS (SELECT FROM pg_event_trigger WHERE evtname = 'medcloud_guard' AND evtenabled = 'O') AS "isClosed"
       FROM unnest($2::text[]) AS name`,
      [loginNames.app, closedFunctions],
    );
    return (rows[0]?.isClosed ?? false) && (await listSettingsResets(client, Object.values(loginNames))).length === 0;
  } finally {
    await client.end();
  }
}

/** Throws `LoginSettingsError` if a login has settings of its own in the database of this connection. */
export async function checkLoginSettings(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const resets = await listSettingsResets(client, Object.values(loginNames));
  if (resets.length > 0) throw new LoginSettingsError(resets);
}

const leaveRoles = `DO $$
DECLARE membership record;
BEGIN
  FOR membership IN SELECT roleid::regrole AS role, member::regrole AS member FROM pg_auth_members
    WHERE member IN ('${loginNames.app}'::regrole, '${loginNames.backup}'::regrole)
  LOOP
    EXECUTE format('REVOKE %s FROM %s', membership.role, membership.member);
  END LOOP;
END $$`;

const passOwnership = `DO $$
DECLARE found record;
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO ${loginNames.owner}', current_database());
  FOR found IN SELECT n.oid::regnamespace AS name FROM pg_namespace n
    WHERE n.nspname IN ('public', 'keys') AND n.nspowner <> '${loginNames.owner}'::regrole
  LOOP
    EXECUTE format('ALTER SCHEMA %s OWNER TO ${loginNames.owner}', found.name);
  END LOOP;
  FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'keys'))
      AND c.relkind IN ('r', 'p', 'v') AND c.relowner <> '${loginNames.owner}'::regrole
  LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO ${loginNames.owner}', found.name);
  END LOOP;
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'keys')) AND r.rolname NOT LIKE 'medcloud\\_%'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ${loginNames.owner}', found.name);
  END LOOP;
  FOR found IN SELECT t.oid::regtype AS name FROM pg_type t
    WHERE t.typnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'keys'))
      AND t.typtype IN ('d', 'e') AND t.typowner <> '${loginNames.owner}'::regrole
  LOOP
    EXECUTE format('ALTER TYPE %s OWNER TO ${loginNames.owner}', found.name);
  END LOOP;
END $$`;

/** Returns whether the login can connect; false if the role or its password is another one. */
export async function canLogIn(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // `connect` reports it
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && ['28P01', '28000', '42501'].includes(error.code ?? '');
    if (!isRefused) throw error;
    return false;
  }
}
