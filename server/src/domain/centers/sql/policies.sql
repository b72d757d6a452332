-- The row-level security policies of the tables of centers, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.center_figures',
      'public.medical_centers'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.center_figures
CREATE POLICY billed ON public.center_figures FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY kept ON public.center_figures FOR ALL TO medcloud_search
  USING (true);
CREATE POLICY of_admin ON public.center_figures FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY of_center ON public.center_figures FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));

-- public.medical_centers
CREATE POLICY answered ON public.medical_centers FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY billed ON public.medical_centers FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY change ON public.medical_centers FOR UPDATE TO medcloud_app
  USING (
    id = (SELECT public.scope_center())
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
    OR (SELECT public.scope_system()) = 'billing'
  );
CREATE POLICY insert_by_admin ON public.medical_centers FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()));
CREATE POLICY of_link ON public.medical_centers FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_link()) IS NOT NULL
    AND id IN (SELECT g.center_id FROM public.scope_link_grants() g)
  );
CREATE POLICY of_overview ON public.medical_centers FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'overview'
    AND id IN (SELECT g.center_id FROM public.scope_phone_grants() g)
  );
CREATE POLICY of_patient ON public.medical_centers FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_own_center()));
CREATE POLICY read ON public.medical_centers FOR SELECT TO medcloud_app
  USING (
    id = (SELECT public.scope_center())
    OR (SELECT public.scope_doctor()) IS NOT NULL
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
  );
CREATE POLICY recovered ON public.medical_centers FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
