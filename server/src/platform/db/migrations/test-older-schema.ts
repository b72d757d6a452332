import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { inject } from 'vitest';
import { openTestPool } from '../../../../test/harness/scoped-database.ts';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { knownMigrations, migrationProvider } from '../known-migrations.ts';

/** A database at an earlier version, whose owner is no superuser: row-level security holds it as well, as it does in a database of somebody else's. */
export interface OlderSchema {
  /** The owner's. */
  readonly db: Kysely<unknown>;
  /** Whose superuser fills it. */
  readonly connection: pg.ClientConfig;
  /** Up to the one before a migration. */
  migrateBefore(name: string): Promise<void>;
  migrateTo(name: string): Promise<void>;
  /** Whether forced policies hold the owner. */
  force(tables: readonly string[], how: 'FORCE' | 'NO FORCE'): Promise<void>;
  close(): Promise<void>;
}

export async function openOlderSchema(of: string): Promise<OlderSchema> {
  const database = `migration_${of}_${process.pid}`;
  const login = `${database}_owner`;
  const { connection } = inject('cluster');
  const main = new pg.Client({ ...connection, database: 'postgres' });
  await main.connect();
  await main.query(`CREATE ROLE ${login} LOGIN PASSWORD 'own'`);
  await main.query(`GRANT medcloud_app, medcloud_search TO ${login}`);
  await main.query(`CREATE DATABASE ${database} OWNER ${login} ENCODING 'UTF8' TEMPLATE template0`);
  const pool = openTestPool({ ...connection, database, user: login, password: 'own' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: migrationProvider });
  const migrateTo = async (name: string) => {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
  };
  return {
    db,
    connection: { ...connection, database },
    migrateTo,
    migrateBefore: (name) => migrateTo(knownMigrations[knownMigrations.indexOf(name) - 1] ?? ''),
    force: async (tables, how) => {
      for (const table of tables) await sql.raw(`ALTER TABLE ${table} ${how} ROW LEVEL SECURITY`).execute(db);
    },
    close: async () => {
      await db.destroy();
      // the pool's connections have said goodbye, and may be seen for a while
      const others = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}'`;
      await waitUntil(async () => (await main.query(others)).rowCount === 0);
      await main.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await main.query(`DROP ROLE ${login}`);
      await main.end();
    },
  };
}
