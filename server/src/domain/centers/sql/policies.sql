-- The row-level security policies of the tables of centers, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.center_figures',
      'public.center_members',
      'public.center_settings',
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
  USING (center_id = (SELECT public.scope_tenant()));

-- public.center_members
CREATE POLICY answered ON public.center_members FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY changed ON public.center_members FOR UPDATE TO medcloud_app
  USING (
    (center_id = (SELECT public.scope_tenant()) AND ((SELECT public.scope_may('team.manage')) OR user_id = (SELECT public.scope_user())))
    OR id = (SELECT public.scope_invited())
  )
  WITH CHECK (
    (center_id = (SELECT public.scope_tenant()) AND ((SELECT public.scope_may('team.manage')) OR user_id = (SELECT public.scope_user())))
    OR (id = (SELECT public.scope_invited()) AND public.may_join(user_id))
  );
CREATE POLICY invited ON public.center_members FOR INSERT TO medcloud_app
  WITH CHECK (
    center_id = (SELECT public.scope_tenant()) AND (SELECT public.scope_may('team.manage')) AND (SELECT public.scope_system()) = 'inviting'
    AND invite_hash = (SELECT public.scope_given('t')) AND email = convert_from((SELECT public.scope_given('a')), 'UTF8')
    AND invited_by = (SELECT public.scope_user()) AND state = 'invited'
    AND invited_at = (SELECT public.app_now()) AND invite_expires_at <= (SELECT public.app_now()) + interval '7 days'
  );
CREATE POLICY of_invitation ON public.center_members FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_invited()));
CREATE POLICY of_team ON public.center_members FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_tenant()));
CREATE POLICY read_by_admin ON public.center_members FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY signing_in ON public.center_members FOR SELECT TO medcloud_app
  USING (user_id IN (SELECT public.scope_accounts()));

-- public.center_settings
CREATE POLICY answered ON public.center_settings FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY managed ON public.center_settings FOR ALL TO medcloud_app
  USING (center_id = (SELECT public.scope_tenant()) AND (SELECT public.scope_may('settings.manage')));
-- whether a sign-in or a token of the center needs a second factor
CREATE POLICY signing_in ON public.center_settings FOR SELECT TO medcloud_app
  USING (
    center_id IN (SELECT public.scope_account_centers())
    OR center_id IN (SELECT c.id FROM public.medical_centers c WHERE c.user_id IN (SELECT public.scope_accounts()))
  );

-- public.medical_centers
CREATE POLICY answered ON public.medical_centers FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY billed ON public.medical_centers FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY change ON public.medical_centers FOR UPDATE TO medcloud_app
  USING (
    id = (SELECT public.scope_tenant())
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
    OR id IN (SELECT public.scope_account_centers())
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
    id = (SELECT public.scope_tenant())
    OR (SELECT public.scope_doctor()) IS NOT NULL
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
    OR id IN (SELECT public.scope_account_centers())
  );
CREATE POLICY recovered ON public.medical_centers FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
