import { toSortKey } from '@medcloud/contract/names/fold';
import { createNameKey } from '@medcloud/contract/names/search-key';
import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator finds centers and doctors by name in either alphabet, as patients are found, and orders centers
 * by name whatever the database's locale; a center ID is one and the same in any letter case, so that a center signs in
 * however it types it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE UNIQUE INDEX medical_centers_center_id_any_case ON medical_centers (upper(center_id));
CREATE INDEX medical_centers_newest ON medical_centers (created_at DESC, id DESC);
CREATE INDEX doctors_newest ON doctors (created_at DESC, id DESC);
ALTER TABLE medical_centers ADD name_key text, ADD name_order text COLLATE "C";
ALTER TABLE doctors ADD name_key text;
-- the owner itself is held by row-level security: it is let go for this transaction's own rewriting
ALTER TABLE medical_centers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE doctors NO FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
  await nameCenters(db);
  await nameDoctors(db);
  await sql
    .raw(`
ALTER TABLE medical_centers FORCE ROW LEVEL SECURITY;
ALTER TABLE doctors FORCE ROW LEVEL SECURITY;
-- made by contract/src/names, as patients.name_key
ALTER TABLE medical_centers ALTER name_key SET NOT NULL, ALTER name_order SET NOT NULL,
  ADD CHECK (name_key ~ '^[a-z0-9 ]*\\|[a-z0-9 ]*$');
ALTER TABLE doctors ALTER name_key SET NOT NULL, ADD CHECK (name_key ~ '^[a-z0-9 ]*\\|[a-z0-9 ]*$');
`)
    .execute(db);
}

/** In two statements, however many there are. */
async function nameCenters(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM medical_centers`.execute(db);
  const named = rows.map(({ id, name }) => ({ id, key: createNameKey('', name), order: toSortKey(name) }));
  await sql`
    UPDATE medical_centers c SET name_key = n.key, name_order = n."order"
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n (id uuid, key text, "order" text)
    WHERE c.id = n.id`.execute(db);
}

async function nameDoctors(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; given: string; surname: string }>`
    SELECT id, first_name AS given, last_name AS surname FROM doctors`.execute(db);
  const named = rows.map(({ id, given, surname }) => ({ id, key: createNameKey(given, surname) }));
  await sql`
    UPDATE doctors d SET name_key = n.key
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n (id uuid, key text) WHERE d.id = n.id`.execute(db);
}
