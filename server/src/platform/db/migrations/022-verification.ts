import { type Kysely, sql } from 'kysely';

/** Why: every original is read and hashed again from time to time, withdrawn ones too. Which there are is asked by id, a page at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE FUNCTION exams_to_verify(after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.id FROM public.exams e WHERE public.scope_system() = 'imaging' AND (after IS NULL OR e.id > after) ORDER BY e.id LIMIT most
$$;
GRANT CREATE ON SCHEMA public TO medcloud_search;
REVOKE ALL ON FUNCTION exams_to_verify(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION exams_to_verify(uuid, integer) TO medcloud_app;
ALTER FUNCTION exams_to_verify(uuid, integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
