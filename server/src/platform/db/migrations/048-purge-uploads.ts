import { type Kysely, sql } from 'kysely';

/**
 * Why: the row of an upload in parts, with its wrapped key and sealed fields, was kept for ever after its end. It goes 30
 * days later, within which its client may ask what became of it; so does the count of a day's uploads. An open upload, an
 * exam and the trail are not touched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE INDEX uploads_over ON uploads (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX upload_days_by_day ON upload_days (day);
CREATE POLICY counted ON uploads FOR SELECT TO medcloud_search USING (true);
CREATE POLICY purged ON uploads FOR DELETE TO medcloud_search USING (ended_at < app_now() - interval '30 days');
CREATE POLICY counted ON upload_days FOR SELECT TO medcloud_search USING (true);
CREATE POLICY purged ON upload_days FOR DELETE TO medcloud_search USING (day < (app_now() - interval '30 days')::date);
GRANT SELECT (id, ended_at), DELETE ON uploads TO medcloud_search;
GRANT SELECT (center_id, day), DELETE ON upload_days TO medcloud_search;
CREATE FUNCTION purge_uploads(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH uploads_gone AS (DELETE FROM public.uploads WHERE id IN (
      SELECT id FROM public.uploads WHERE ended_at < public.app_now() - interval '30 days' ORDER BY ended_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  days_gone AS (DELETE FROM public.upload_days WHERE (center_id, day) IN (
      SELECT center_id, day FROM public.upload_days WHERE day < (public.app_now() - interval '30 days')::date
      ORDER BY day LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM uploads_gone) + (SELECT count(*) FROM days_gone)
$$;
REVOKE ALL ON FUNCTION purge_uploads(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_uploads(integer) TO medcloud_app;
-- a new owner needs the right to create in the schema for the moment of the change
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION purge_uploads(integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
