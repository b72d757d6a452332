-- The row-level security policies of the tables of health, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.health_hours',
      'public.health_probes',
      'public.health_states'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.health_hours
CREATE POLICY of_admin ON public.health_hours FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY recorded ON public.health_hours FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');

-- public.health_probes
CREATE POLICY probed ON public.health_probes FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');

-- public.health_states
CREATE POLICY recorded ON public.health_states FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');
