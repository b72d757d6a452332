-- The row-level security policies of the tables of system-log, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.system_events'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.system_events
CREATE POLICY read_by_admin ON public.system_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY swept ON public.system_events FOR DELETE TO PUBLIC
  USING ((SELECT public.scope_system()) = 'sweep');
CREATE POLICY swept_seen ON public.system_events FOR SELECT TO PUBLIC
  USING ((SELECT public.scope_system()) = 'sweep');
CREATE POLICY written ON public.system_events FOR INSERT TO medcloud_app
  WITH CHECK (at > '2000-01-01' AND at < public.app_now() + interval '1 day');
