import pg from 'pg';
import { loginNames } from './logins.ts';
import { MissingRolesError } from './migrate.ts';

/** The checked facts of a database server. */
export interface ServerFacts {
  version: string;
  encoding: string;
  isSynced: boolean;
}

/** The server is not suitable for records. The message states what to change. */
export class UnfitServerError extends Error {
  constructor(message: string) {
    super(`DATABASE_URL: ${message}`);
    this.name = 'UnfitServerError';
  }
}

/**
 * Checks version (15 or newer), encoding (UTF8) and that commits are synced to disk. `mayBeUnsafe` is only for test
 * clusters. Throws `UnfitServerError`, and `MissingRolesError` if the server refuses the owner's login.
 */
export async function checkServer(
  owner: pg.PoolConfig,
  { mayBeUnsafe }: { mayBeUnsafe: boolean },
): Promise<ServerFacts> {
  const facts = await readFacts(owner);
  if (facts.number < 150_000) throw new UnfitServerError(`PostgreSQL 15 or newer is needed; this is ${facts.version}.`);
  if (facts.encoding !== 'UTF8')
    throw new UnfitServerError(`the database's encoding must be UTF8; this is ${facts.encoding}.`);
  if (facts.isPowerful)
    throw new UnfitServerError(
      `the login ${loginNames.app} is a superuser, bypasses row-level security or is a member of a role. Take that from it: it must have its own grants only.`,
    );
  const isSafe = facts.fsync === 'on' && facts.commit !== 'off';
  if (!isSafe && !mayBeUnsafe)
    throw new UnfitServerError(
      'fsync or synchronous_commit is off, so acknowledged exams could be lost. Turn both on.',
    );
  return { version: facts.version, encoding: facts.encoding, isSynced: isSafe };
}

interface CheckedFacts {
  version: string;
  number: number;
  encoding: string;
  fsync: string;
  commit: string;
  isPowerful: boolean;
}

/** Codes of PostgreSQL for an unknown login, a wrong password, or a login that may not connect. */
const refusedLogin = /^28/;

async function readFacts(owner: pg.PoolConfig): Promise<CheckedFacts> {
  const client = new pg.Client({ ...owner, application_name: 'medcloud start' });
  client.on('error', () => undefined); // the running statement reports the failure
  await client.connect().catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !refusedLogin.test(error.code ?? '')) throw error;
    throw new MissingRolesError(`DATABASE_OWNER_URL: ${error.message}.`, pg.escapeIdentifier(client.database ?? ''));
  });
  try {
    const { rows } = await client.query<CheckedFacts>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
         current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS commit,
         EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $1 AND (r.rolsuper OR r.rolbypassrls
           OR EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid))) AS "isPowerful"`,
      [loginNames.app],
    );
    const [facts] = rows;
    if (!facts) throw new UnfitServerError('the server did not say what it is.');
    return facts;
  } finally {
    await client.end();
  }
}
