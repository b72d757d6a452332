import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrations } from './index.ts';

const database = `migration_009_${process.pid}`;
const login = `${database}_owner`;
let main: pg.Client;
let db: Kysely<unknown>;

/** An owner that is no superuser: row-level security holds it as well, as it does in a database of somebody else's. */
beforeAll(async () => {
  const { connection } = inject('cluster');
  main = new pg.Client({ ...connection, database: 'postgres' });
  await main.connect();
  await main.query(`CREATE ROLE ${login} LOGIN PASSWORD 'own'`);
  await main.query(`GRANT medcloud_app, medcloud_search TO ${login}`);
  await main.query(`CREATE DATABASE ${database} OWNER ${login} ENCODING 'UTF8' TEMPLATE template0`);
  const pool = new pg.Pool({ ...connection, database, user: login, password: 'own' });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await main.query(`DROP DATABASE ${database}`); // waits for the pool's last connection to be gone
  await main.query(`DROP ROLE ${login}`);
  await main.end();
});

it('names the centers and doctors that were there before, and holds its owner again afterwards', async () => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations).sort();
  const before = names[names.indexOf('009-administration') - 1] ?? '';
  expect((await migrator.migrateTo(before)).error).toBeUndefined();
  await force('NO FORCE');
  await addCenter('Ωμέγα Διαγνωστική', 'MCone');
  await addCenter('Aegean Imaging', 'MCtwo');
  await addDoctor('Γιώργος', 'Καραγιάννης');
  await force('FORCE');
  expect((await migrator.migrateTo('009-administration')).error).toBeUndefined();
  const hidden = await sql`SELECT id FROM medical_centers UNION ALL SELECT id FROM doctors`.execute(db);
  expect(hidden.rows, 'forced again').toEqual([]);
  await force('NO FORCE');
  const centers = await sql`SELECT name_key, name_order FROM medical_centers ORDER BY name_order`.execute(db);
  expect(centers.rows).toEqual([
    { name_key: expect.stringContaining(' aegean imaging|'), name_order: 'aegean imaging' },
    { name_key: expect.stringContaining(' omega diagnostiki|'), name_order: 'ωμεγα διαγνωστικη' },
  ]);
  const doctors = await sql`SELECT name_key FROM doctors`.execute(db);
  expect(doctors.rows).toEqual([{ name_key: expect.stringContaining(' karagiannis giorgos|') }]);
});

async function force(how: 'FORCE' | 'NO FORCE'): Promise<void> {
  for (const table of ['medical_centers', 'doctors'])
    await sql.raw(`ALTER TABLE ${table} ${how} ROW LEVEL SECURITY`).execute(db);
}

async function addUser(role: 'doctor' | 'medical_center'): Promise<string> {
  const id = randomUUID();
  await sql`INSERT INTO users (id, email, password_hash, role) VALUES (${id}, ${id}, 'none', ${role})`.execute(db);
  return id;
}

async function addCenter(name: string, centerId: string): Promise<void> {
  const userId = await addUser('medical_center');
  await sql`INSERT INTO medical_centers (id, user_id, name, center_id, plan)
    VALUES (${randomUUID()}, ${userId}, ${name}, ${centerId}, 'basic')`.execute(db);
}

async function addDoctor(given: string, surname: string): Promise<void> {
  const userId = await addUser('doctor');
  await sql`INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, plan)
    VALUES (${randomUUID()}, ${userId}, ${given}, ${surname}, 'L-1', 'Radiology', 'yearly')`.execute(db);
}
