import { type Kysely, sql } from 'kysely';

/**
 * Why: frames as HTJ2K are a cache with a bound on the disk it may take. What it takes, and which of it is the oldest, is
 * asked by function: ids and sums, no row of anybody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE INDEX exam_objects_frames ON exam_objects (created_at, exam_id) INCLUDE (size_bytes) WHERE kind = 'frames';
CREATE FUNCTION frame_cache_bytes() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(o.size_bytes), 0)::bigint FROM public.exam_objects o
  WHERE o.kind = 'frames' AND public.scope_system() = 'imaging'
$$;
-- the exam whose frames were made longest ago, but for the one that is being prepared
CREATE FUNCTION oldest_frames() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT o.exam_id FROM public.exam_objects o
  WHERE o.kind = 'frames' AND public.scope_system() = 'imaging' AND o.exam_id IS DISTINCT FROM public.scope_exam()
  ORDER BY o.created_at, o.exam_id LIMIT 1
$$;
GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['frame_cache_bytes()', 'oldest_frames()']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_app', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
