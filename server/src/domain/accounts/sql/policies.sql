-- The row-level security policies of the tables of accounts, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.api_tokens',
      'public.password_resets',
      'public.sessions',
      'public.token_networks',
      'public.users'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.api_tokens
CREATE POLICY changed ON public.api_tokens FOR UPDATE TO medcloud_app
  USING (user_id = (SELECT public.scope_user()) OR user_id IN (SELECT public.scope_accounts()));
CREATE POLICY ended_by_admin ON public.api_tokens FOR UPDATE TO medcloud_search
  USING (public.scope_is_admin() OR member_id IS NOT NULL)
  WITH CHECK (revoked_at IS NOT NULL);
CREATE POLICY made ON public.api_tokens FOR INSERT TO medcloud_app
  WITH CHECK (
    user_id = (SELECT public.scope_user())
    AND token_hash = (SELECT public.scope_given('k'))
    AND expires_at <= public.app_now() + interval '1 year'
    AND NOT (center_id IS DISTINCT FROM (SELECT public.scope_center()))
    AND NOT (member_id IS DISTINCT FROM (SELECT public.scope_member()))
    AND NOT (doctor_id IS DISTINCT FROM (SELECT public.scope_doctor()))
  );
CREATE POLICY own ON public.api_tokens FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()) OR user_id IN (SELECT public.scope_accounts()));
CREATE POLICY recovered ON public.api_tokens FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
CREATE POLICY recovered_ended ON public.api_tokens FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
CREATE POLICY scoped ON public.api_tokens FOR SELECT TO medcloud_search
  USING (true);

-- public.password_resets
CREATE POLICY answered ON public.password_resets FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY asked ON public.password_resets FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'reset-request'
    AND token_hash = (SELECT public.scope_given('t')) AND email_index = (SELECT public.scope_given('x'))
    AND (user_id IS NULL OR user_id = (SELECT a.id FROM public.account_of_address((SELECT public.scope_address())) a))
    AND used_at IS NULL AND superseded_at IS NULL AND expires_at <= public.app_now() + interval '1 hour'
  );
CREATE POLICY by_link ON public.password_resets FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
CREATE POLICY own ON public.password_resets FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY own_ended ON public.password_resets FOR UPDATE TO medcloud_app
  USING (user_id = (SELECT public.scope_user()))
  WITH CHECK (user_id = (SELECT public.scope_user()) AND superseded_at IS NOT NULL);
CREATE POLICY purged ON public.password_resets FOR DELETE TO medcloud_search
  USING (expires_at < (public.app_now() - '30 days'::interval));
CREATE POLICY used_by_link ON public.password_resets FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));

-- public.sessions
CREATE POLICY begun ON public.sessions FOR INSERT TO medcloud_app
  WITH CHECK (
    bearer_hash = (SELECT public.scope_given('b')) AND cookie_hash = (SELECT public.scope_given('c'))
    -- the password was given now, not later
    AND greatest(authenticated_at, last_seen_at) <= public.app_now()
    AND public.may_begin_session(user_id, role, center_id, doctor_id, expires_at)
    AND NOT (member_id IS DISTINCT FROM public.member_of(user_id, role, center_id))
    -- sessionLimits (sign-in/sign-in.ts)
    AND idle_seconds <= CASE role WHEN 'admin' THEN 900 ELSE 1800 END
    AND expires_at <= public.app_now() + CASE role WHEN 'admin' THEN interval '8 hours' ELSE interval '12 hours' END
  );
CREATE POLICY ended ON public.sessions FOR UPDATE TO medcloud_app
  USING (
    user_id = (SELECT public.scope_user())
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
  );
CREATE POLICY factor_removed ON public.sessions FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'factor-removal')
  WITH CHECK (revoked_at IS NOT NULL);
CREATE POLICY held ON public.sessions FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'alarms' OR member_id IS NOT NULL)
  WITH CHECK (revoked_at IS NOT NULL);
CREATE POLICY own ON public.sessions FOR SELECT TO medcloud_app
  USING (
    user_id = (SELECT public.scope_user())
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
  );
CREATE POLICY purged ON public.sessions FOR DELETE TO medcloud_search
  USING (expires_at < (public.app_now() - '30 days'::interval));
CREATE POLICY recovered ON public.sessions FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
CREATE POLICY recovered_ended ON public.sessions FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));
CREATE POLICY scoped ON public.sessions FOR SELECT TO medcloud_search
  USING (true);

-- public.token_networks
CREATE POLICY of_token ON public.token_networks FOR ALL TO medcloud_app
  USING (token_id IN (SELECT t.id FROM public.api_tokens t WHERE t.user_id IN (SELECT public.scope_accounts())));

-- public.users
CREATE POLICY answered ON public.users FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY applied ON public.users FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'signup' AND role = 'doctor' AND subscription_end_date IS NULL
    -- the address that the form named, or that its mailed link confirmed
    AND email = (SELECT public.scope_address())
  );
CREATE POLICY billed ON public.users FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY billed_changed ON public.users FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing' AND role <> 'admin');
CREATE POLICY changed ON public.users FOR UPDATE TO medcloud_app
  USING (
    id = (SELECT public.scope_user())
    OR id = (SELECT public.scope_payer())
    OR (SELECT public.scope_is_admin())
    OR id = (SELECT public.scope_signed_in())
  );
-- locks the account and changes nothing of it
CREATE POLICY factor_removed ON public.users FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'factor-removal' OR (role = 'member' AND public.scope_may('team.manage')))
  WITH CHECK (false);
CREATE POLICY first ON public.users FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'start' AND role = 'admin');
CREATE POLICY first_made ON public.users FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'start' AND role = 'admin' AND NOT public.has_administrator());
CREATE POLICY held ON public.users FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'alarms' AND role <> 'admin')
  WITH CHECK (held_at IS NOT NULL);
CREATE POLICY invited ON public.users FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'invitation' AND role = 'member' AND subscription_end_date IS NULL AND created_at = (SELECT public.app_now())
    AND email = (SELECT m.email FROM public.center_members m WHERE m.id = (SELECT public.scope_invited()))
  );
CREATE POLICY made_by_admin ON public.users FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()) AND role = 'medical_center');
CREATE POLICY own ON public.users FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_user()) OR id = (SELECT public.scope_payer()));
CREATE POLICY read_by_admin ON public.users FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY recovered ON public.users FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND id = (SELECT public.scope_reset()));
CREATE POLICY recovered_set ON public.users FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND id = (SELECT public.scope_reset()));
CREATE POLICY rejoining ON public.users FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_rejoining()));
CREATE POLICY rejoining_set ON public.users FOR UPDATE TO medcloud_app
  USING (id = (SELECT public.scope_rejoining()));
CREATE POLICY signing_in ON public.users FOR SELECT TO medcloud_app
  USING (id IN (SELECT public.scope_accounts()));
