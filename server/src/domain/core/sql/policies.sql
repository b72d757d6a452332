-- The row-level security policies of the tables of core, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.idempotency_keys',
      'public.jobs',
      'public.request_counts',
      'public.throttles'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.idempotency_keys
CREATE POLICY counted ON public.idempotency_keys FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY own ON public.idempotency_keys FOR ALL TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY purged ON public.idempotency_keys FOR DELETE TO medcloud_search
  USING (created_at < (public.app_now() - '30 days'::interval));

-- public.jobs
CREATE POLICY added ON public.jobs FOR ALL TO medcloud_search
  USING (state = 'waiting')
  WITH CHECK (state = 'waiting');
CREATE POLICY worked ON public.jobs FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'queue');

-- public.request_counts
CREATE POLICY counted ON public.request_counts FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'throttle');

-- public.throttles. Until November 2026 a change of accounts/sql/policies.sql alone dropped this policy.
CREATE POLICY counted ON public.throttles FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'throttle');
