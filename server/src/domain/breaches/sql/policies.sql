-- The row-level security policies of the tables of breaches, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.breach_notices',
      'public.breaches'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.breach_notices
CREATE POLICY added_by_admin ON public.breach_notices FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()) AND state = 'due');
CREATE POLICY decided_by_admin ON public.breach_notices FOR UPDATE TO medcloud_app
  USING (
    (SELECT public.scope_is_admin())
    AND state <> 'notified'
    AND EXISTS (SELECT FROM public.breaches b WHERE b.id = breach_id AND b.state = 'open')
  )
  WITH CHECK ((SELECT public.scope_is_admin()));
CREATE POLICY read_by_admin ON public.breach_notices FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));

-- public.breaches
-- a closed record is final
CREATE POLICY changed_by_admin ON public.breaches FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()) AND state = 'open')
  WITH CHECK ((SELECT public.scope_is_admin()));
CREATE POLICY opened_by_admin ON public.breaches FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()) AND opened_by = (SELECT public.scope_user()) AND state = 'open');
CREATE POLICY read_by_admin ON public.breaches FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
