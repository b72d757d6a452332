import { type Kysely, sql } from 'kysely';

/**
 * Why: a center requires a second factor of its members, and lets their sessions idle for less time than the installation does.
 * A center without a row has the presets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE center_settings (
  center_id uuid PRIMARY KEY REFERENCES medical_centers (id),
  -- the day from which a second factor is required; null: optional
  second_factor_from date,
  idle_minutes integer NOT NULL DEFAULT 30 CHECK (idle_minutes BETWEEN 5 AND 30)
);
ALTER TABLE center_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- the start creates them again, with one column more
DROP FUNCTION IF EXISTS find_session_and_exam(bytea, bytea, uuid);
DROP FUNCTION IF EXISTS find_session(bytea, bytea, boolean);
`;
