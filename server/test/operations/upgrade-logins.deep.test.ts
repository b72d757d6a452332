import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { openEmbeddedLogins } from '../../src/platform/db/embedded/embedded-logins.ts';
import type { Connection } from '../../src/platform/db/embedded/process/server-facts.ts';
import { connectEmbedded, startEmbedded } from '../../src/platform/db/embedded/start-embedded.ts';
import { loginNames } from '../../src/platform/db/logins.ts';
import { systemRandom } from '../../src/platform/ids/random.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { createOlderDatabase } from './older-database.ts';

const logger = pino({ level: 'silent' });
const passwords = createFastHasher();

describe('the first start after a version without the three logins', () => {
  let folder: string;
  let dataFolder: string;
  let config: Config;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medcloud-upgrade-'));
    config = readConfig({ DATA_DIR: folder, PORT: '0' });
    dataFolder = join(folder, 'postgres');
    const server = await startEmbedded({ dataFolder, hasWatchdog: true, isExclusive: true });
    await createOlderDatabase(server.connection);
    await server.stop();
    const app = await createApp(config, { passwords, hasPages: false, jobs: quietJobs, logger });
    expect((await fetch(`${app.origin}/api/health/ready`)).status).toBe(200);
    await app.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs `work` while the folder's server runs. */
  async function withServer<T>(work: (superuser: Connection) => Promise<T>): Promise<T> {
    const { connection, close } = await connectEmbedded(dataFolder, () => undefined);
    try {
      return await work(connection);
    } finally {
      await close();
    }
  }

  async function query(statement: string): Promise<unknown[]> {
    return await withServer(async (superuser) => {
      const client = new pg.Client(superuser);
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    });
  }

  it('gives schema and functions to the owner, and leaves the application’s login nothing but grants', async () => {
    const owners = `SELECT DISTINCT owner FROM (
        SELECT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'keys'::regnamespace)
        UNION ALL SELECT proowner::regrole::text FROM pg_proc p WHERE pronamespace IN ('public'::regnamespace, 'keys'::regnamespace)
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        UNION ALL SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname IN ('public', 'keys')
        UNION ALL SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()) all_owners ORDER BY owner`;
    expect(await query(owners)).toEqual([{ owner: loginNames.owner }, { owner: 'medcloud_search' }]);
    const rights = `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
        has_database_privilege(rolname, current_database(), 'CREATE, TEMPORARY') AS creates,
        has_schema_privilege(rolname, 'public', 'CREATE') OR has_schema_privilege(rolname, 'keys', 'CREATE') AS creates_tables
      FROM pg_roles r WHERE rolname IN ('medcloud_app', 'medcloud_backup')`;
    const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    const minimal = { ...none, rolcanlogin: true, memberships: 0, creates: false, creates_tables: false };
    expect(await query(rights)).toEqual([minimal, minimal]);
    const backup = `SELECT DISTINCT polroles = ARRAY['medcloud_backup'::regrole::oid] AS only FROM pg_policy WHERE polname = 'backed_up'`;
    expect(await query(backup)).toEqual([{ only: true }]);
  });

  it('keeps the passwords in files of the owner alone, and opens the logins again without the superuser', async () => {
    for (const login of ['owner', 'app', 'backup'])
      expect((await stat(join(dataFolder, `password-${login}`))).mode & 0o777).toBe(0o600);
    const users = await withServer(async (superuser) => {
      const nobody = { ...superuser, user: 'nobody', password: 'nothing' };
      return Object.values(await openEmbeddedLogins(dataFolder, nobody, systemRandom)).map(({ user }) => user);
    });
    expect(users).toEqual(['medcloud_owner', 'medcloud_app', 'medcloud_backup']);
  });

  it('takes from the logins the settings that a statement smuggled into a request gave them', async () => {
    const settings = ["TimeZone = 'Asia/Tokyo'", 'search_path = pg_temp', 'default_transaction_read_only = on'];
    const everywhere = settings.map((each) => `ALTER ROLE medcloud_app SET ${each};`);
    const here = settings.map(
      (each) => `EXECUTE format($s$ALTER ROLE medcloud_app IN DATABASE %I SET ${each}$s$, current_database());`,
    );
    // with the last one, no connection of the login opens any more
    const library = `ALTER ROLE medcloud_app SET local_preload_libraries = 'games'`;
    await query(`${everywhere.join(' ')} DO $$ BEGIN ${here.join(' ')} END $$; ${library}`);
    const portal = await createApp(config, { passwords, hasPages: false, jobs: quietJobs, logger });
    expect((await fetch(`${portal.origin}/api/health/ready`)).status).toBe(200);
    await portal.close();
    expect(await query(`SELECT setconfig FROM pg_db_role_setting WHERE setrole = 'medcloud_app'::regrole`)).toEqual([]);
  });
});
