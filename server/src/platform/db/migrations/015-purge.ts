import { type Kysely, sql } from 'kysely';

/**
 * Why: sessions, codes, messages, mailed links and Idempotency-Keys that are over were kept for ever. A function removes
 * them a batch at a time, and by policy it can remove nothing that is not over; the application removes no row by itself.
 * What tells who did what, a patient's consent and the trail, is not touched: a code that became a request stays with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw([lapsed, purge].join('\n')).execute(db);
}

const lapsed = `
-- a message outlives its code by weeks, in the list of how messages fared
ALTER TABLE outbox_messages DROP CONSTRAINT outbox_messages_otp_id_fkey,
  ADD CONSTRAINT outbox_messages_otp_id_fkey FOREIGN KEY (otp_id) REFERENCES otp_verifications (id) ON DELETE SET NULL;
CREATE INDEX outbox_by_code ON outbox_messages (otp_id) WHERE otp_id IS NOT NULL;
CREATE INDEX sessions_over ON sessions (expires_at);
CREATE INDEX otp_unused ON otp_verifications (created_at) WHERE verified_at IS NULL;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

-- 30 days, within which an operator may ask what happened; a doctor's list shows requests of 7 days
CREATE POLICY purged ON sessions FOR DELETE TO medcloud_search USING (expires_at < app_now() - interval '30 days');
CREATE POLICY purged ON otp_verifications FOR DELETE TO medcloud_search
  USING (verified_at IS NULL AND created_at < app_now() - interval '8 days');
CREATE POLICY purged ON outbox_messages FOR DELETE TO medcloud_search
  USING (state NOT IN ('waiting', 'sending') AND created_at < app_now() - interval '30 days');
CREATE POLICY purged ON idempotency_keys FOR DELETE TO medcloud_search USING (created_at < app_now() - interval '30 days');
CREATE POLICY purged ON password_resets FOR DELETE TO medcloud_search USING (expires_at < app_now() - interval '30 days');
CREATE POLICY counted ON outbox_messages FOR SELECT TO medcloud_search USING (true);
CREATE POLICY counted ON idempotency_keys FOR SELECT TO medcloud_search USING (true);
GRANT SELECT (expires_at), DELETE ON sessions TO medcloud_search;
GRANT SELECT (id, verified_at), DELETE ON otp_verifications TO medcloud_search;
GRANT SELECT (id, state, created_at), DELETE ON outbox_messages TO medcloud_search;
GRANT SELECT (user_id, route, key, created_at), DELETE ON idempotency_keys TO medcloud_search;
GRANT SELECT (id), DELETE ON password_resets TO medcloud_search;
GRANT SELECT (id, confirmed_at), DELETE ON signup_confirmations TO medcloud_search;
`;

/** `most` rows of each table at a time, so that no purge holds a table for long; answers how many went in all. */
const purge = `
CREATE FUNCTION purge_lapsed(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH sessions_gone AS (DELETE FROM public.sessions WHERE id IN (
      SELECT id FROM public.sessions WHERE expires_at < public.app_now() - interval '30 days' ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  codes_gone AS (DELETE FROM public.otp_verifications WHERE id IN (
      SELECT id FROM public.otp_verifications WHERE verified_at IS NULL AND created_at < public.app_now() - interval '8 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  messages_gone AS (DELETE FROM public.outbox_messages WHERE id IN (
      SELECT id FROM public.outbox_messages WHERE state NOT IN ('waiting', 'sending')
        AND created_at < public.app_now() - interval '30 days' ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  keys_gone AS (DELETE FROM public.idempotency_keys WHERE (user_id, route, key) IN (
      SELECT user_id, route, key FROM public.idempotency_keys WHERE created_at < public.app_now() - interval '30 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  resets_gone AS (DELETE FROM public.password_resets WHERE id IN (
      SELECT id FROM public.password_resets WHERE expires_at < public.app_now() - interval '30 days' LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  confirmations_gone AS (DELETE FROM public.signup_confirmations WHERE id IN (
      SELECT id FROM public.signup_confirmations WHERE expires_at < public.app_now() - interval '30 days' LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM sessions_gone) + (SELECT count(*) FROM codes_gone) + (SELECT count(*) FROM messages_gone)
    + (SELECT count(*) FROM keys_gone) + (SELECT count(*) FROM resets_gone) + (SELECT count(*) FROM confirmations_gone)
$$;
REVOKE ALL ON FUNCTION purge_lapsed(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_lapsed(integer) TO medcloud_app;
-- a new owner needs the right to create in the schema for the moment of the change
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION purge_lapsed(integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;

-- the policy of 014 was for all acts: what is removed is over, too
DROP POLICY answered ON signup_confirmations;
CREATE POLICY answered ON signup_confirmations FOR SELECT TO medcloud_search USING (true);
CREATE POLICY emptied ON signup_confirmations FOR UPDATE TO medcloud_search USING (true);
CREATE POLICY purged ON signup_confirmations FOR DELETE TO medcloud_search USING (expires_at < app_now() - interval '30 days');
`;
