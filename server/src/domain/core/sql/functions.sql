-- Functions of core. Applied by a start where this file changed.

-- Milliseconds that the portal's clock is ahead of the database's, proven by the scope. Only in tests and in the
-- demonstration's dataset.
CREATE OR REPLACE FUNCTION public.proven_clock_offset()
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN public.scope_part(5)::float8;
END $function$;
ALTER FUNCTION public.proven_clock_offset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN coalesce(current_setting('medcloud.clock_offset_ms', true), '') = '' THEN now()
    ELSE now() + make_interval(secs => coalesce(public.proven_clock_offset(), 0) / 1000) END
$function$;

-- Adds a job, or makes the waiting one of its kind and key due earlier; one of another payload waits beside it. Any scope
-- may add jobs; only the queue reads them. So none is due before those that wait, large, or like a periodic one: chain and
-- alarms are such, and share a worker. Only a message is tried for days (enqueue-message.ts).
CREATE OR REPLACE FUNCTION public.add_job(job_kind text, job_payload jsonb, job_key text, job_due_at timestamp with time zone, job_max_attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE due timestamptz := greatest(coalesce(job_due_at, now()), now());
BEGIN
  IF job_kind LIKE 'every:%' OR octet_length(job_payload::text) > 8192
    OR job_max_attempts NOT BETWEEN 1 AND (CASE WHEN job_kind IN ('send-mail', 'send-sms') THEN 5000 ELSE 10 END)
    OR num_nulls(job_kind, job_payload, job_max_attempts) > 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'a job is small and ends, and periodic jobs are the queue''s own';
  END IF;
  INSERT INTO public.jobs AS j (kind, payload, key, due_at, max_attempts)
  VALUES (job_kind, job_payload, job_key, due, job_max_attempts)
  ON CONFLICT (kind, key) WHERE state = 'waiting' AND key IS NOT NULL
    -- also tried as often as the later one: who adds one first does not decide how soon another gives up
    DO UPDATE SET due_at = least(j.due_at, excluded.due_at), max_attempts = greatest(j.max_attempts, excluded.max_attempts)
    WHERE j.payload = excluded.payload;
  IF NOT FOUND THEN
    INSERT INTO public.jobs (kind, payload, due_at, max_attempts) VALUES (job_kind, job_payload, due, job_max_attempts);
  END IF;
END $function$;
ALTER FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) OWNER TO medcloud_search;

-- Purges old rows of several nouns, at most `most` of each table (purge-expired.ts).
CREATE OR REPLACE FUNCTION public.purge_lapsed(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH sessions_gone AS (DELETE FROM public.sessions WHERE id IN (
      SELECT id FROM public.sessions WHERE expires_at < public.app_now() - interval '30 days' ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  codes_gone AS (DELETE FROM public.otp_verifications WHERE id IN (
      SELECT id FROM public.otp_verifications WHERE verified_at IS NULL AND created_at < public.app_now() - interval '8 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  link_codes_gone AS (DELETE FROM public.link_codes WHERE id IN (
      SELECT id FROM public.link_codes WHERE created_at < public.app_now() - interval '8 days' ORDER BY created_at LIMIT most)
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
    AND public.scope_system() = 'sweep' RETURNING 1),
  challenges_gone AS (DELETE FROM public.sign_in_challenges WHERE id IN (
      SELECT id FROM public.sign_in_challenges WHERE expires_at < public.app_now() - interval '1 day' ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  spent_gone AS (DELETE FROM public.spent_challenges WHERE hash IN (
      SELECT hash FROM public.spent_challenges WHERE expires_at < public.app_now() ORDER BY expires_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM sessions_gone) + (SELECT count(*) FROM codes_gone)
    + (SELECT count(*) FROM link_codes_gone) + (SELECT count(*) FROM messages_gone)
    + (SELECT count(*) FROM keys_gone) + (SELECT count(*) FROM resets_gone) + (SELECT count(*) FROM confirmations_gone)
$function$;
ALTER FUNCTION public.purge_lapsed(integer) OWNER TO medcloud_search;
