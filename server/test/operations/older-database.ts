import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { migrationProvider } from '../../src/platform/db/known-migrations.ts';
import { openTestPool } from '../harness/scoped-database.ts';

/** Makes the database as the version before the three logins left it: the superuser owns all, and steps down to roles. */
export async function createOlderDatabase(superuser: pg.PoolConfig): Promise<void> {
  const pool = openTestPool({ ...superuser, max: 2 });
  try {
    await pool.query('CREATE ROLE medcloud_app NOLOGIN; CREATE ROLE medcloud_search; CREATE ROLE medcloud_sealer');
    await pool.query('GRANT medcloud_sealer TO medcloud_app');
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const older = Object.fromEntries(
      Object.entries(await migrationProvider.getMigrations()).filter(([name]) => name < '064'),
    );
    const migrator = new Migrator({ db, provider: { getMigrations: async () => older } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await pool.query(`
      CREATE POLICY backed_up ON patients FOR SELECT TO CURRENT_USER USING (true);
      GRANT TEMPORARY, CREATE ON DATABASE ${pool.options.database} TO medcloud_app`);
  } finally {
    await pool.end();
  }
}
