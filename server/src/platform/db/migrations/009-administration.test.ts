import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderSchema, openOlderSchema } from './test-older-schema.ts';

const tables = ['medical_centers', 'doctors'];
let schema: OlderSchema;
beforeAll(async () => {
  schema = await openOlderSchema('009');
});
afterAll(() => schema.close());

it('names the centers and doctors that were there before, and holds its owner again afterwards', async () => {
  const { db } = schema;
  await schema.migrateBefore('009-administration');
  await schema.force(tables, 'NO FORCE');
  await addCenter('Ωμέγα Διαγνωστική', 'MCone');
  await addCenter('Aegean Imaging', 'MCtwo');
  await addDoctor('Γιώργος', 'Καραγιάννης');
  await schema.force(tables, 'FORCE');
  await schema.migrateTo('009-administration');
  const hidden = await sql`SELECT id FROM medical_centers UNION ALL SELECT id FROM doctors`.execute(db);
  expect(hidden.rows, 'forced again').toEqual([]);
  await schema.force(tables, 'NO FORCE');
  const centers = await sql`SELECT name_key, name_order FROM medical_centers ORDER BY name_order`.execute(db);
  expect(centers.rows).toEqual([
    { name_key: expect.stringContaining(' aegean imaging|'), name_order: 'aegean imaging' },
    { name_key: expect.stringContaining(' omega diagnostiki|'), name_order: 'ωμεγα διαγνωστικη' },
  ]);
  const doctors = await sql`SELECT name_key FROM doctors`.execute(db);
  expect(doctors.rows).toEqual([{ name_key: expect.stringContaining(' karagiannis giorgos|') }]);
});

async function addUser(role: 'doctor' | 'medical_center'): Promise<string> {
  const id = randomUUID();
  await sql`INSERT INTO users (id, email, password_hash, role) VALUES (${id}, ${id}, 'none', ${role})`.execute(
    schema.db,
  );
  return id;
}

async function addCenter(name: string, centerId: string): Promise<void> {
  const userId = await addUser('medical_center');
  await sql`INSERT INTO medical_centers (id, user_id, name, center_id, plan)
    VALUES (${randomUUID()}, ${userId}, ${name}, ${centerId}, 'basic')`.execute(schema.db);
}

async function addDoctor(given: string, surname: string): Promise<void> {
  const userId = await addUser('doctor');
  await sql`INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, plan)
    VALUES (${randomUUID()}, ${userId}, ${given}, ${surname}, 'L-1', 'Radiology', 'yearly')`.execute(schema.db);
}
