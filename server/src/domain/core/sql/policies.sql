-- Row-level security of the tables of core, whole but for `backed_up` (platform/db/migrate.ts): their earlier policies are dropped.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.idempotency_keys',
      'public.installation',
      'public.jobs',
      'public.request_counts'
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

-- public.installation
CREATE POLICY read ON public.installation FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = ANY (ARRAY['start', 'health', 'sweep']));
CREATE POLICY written ON public.installation FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'start');
