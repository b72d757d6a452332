-- The row-level security policies of the tables of factors, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.factor_resets',
      'public.passkeys',
      'public.recovery_codes',
      'public.sign_in_challenges',
      'public.spent_challenges',
      'public.totp_secrets'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.factor_resets
CREATE POLICY asked ON public.factor_resets FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_is_admin()) AND asked_by = (SELECT public.scope_user())
    -- the request that mails its link; no other of an administrator makes one
    AND cancel_hash = (SELECT public.scope_given('t')) AND user_id = (SELECT public.scope_subject())
    -- of an administrator's account another one confirms
    AND needs_confirmation = (SELECT u.role = 'admin' FROM public.users u WHERE u.id = user_id)
  );
CREATE POLICY decided ON public.factor_resets FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()) AND cancelled_at IS NULL AND done_at IS NULL)
  WITH CHECK (cancelled_at IS NOT NULL OR confirmed_by = (SELECT public.scope_user()));
CREATE POLICY ended ON public.factor_resets FOR UPDATE TO medcloud_search
  USING (cancelled_at IS NULL AND done_at IS NULL)
  WITH CHECK (true);
CREATE POLICY listed ON public.factor_resets FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY looked_up ON public.factor_resets FOR SELECT TO medcloud_search
  USING (true);

-- public.passkeys
CREATE POLICY compared ON public.passkeys FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY ended ON public.passkeys FOR DELETE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user()));
CREATE POLICY made ON public.passkeys FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user())
    AND credential_id = (SELECT public.scope_given('y')) AND sha256(public_key) = (SELECT public.scope_given('r'))
    AND last_used_at IS NULL AND suspect_at IS NULL
  );
CREATE POLICY named ON public.passkeys FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user()));
CREATE POLICY own ON public.passkeys FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY removed ON public.passkeys FOR DELETE TO medcloud_search
  USING (public.scope_system() = 'factor-removal' OR public.scope_may('team.manage'));
CREATE POLICY used ON public.passkeys FOR UPDATE TO medcloud_search
  USING (true);

-- public.recovery_codes
CREATE POLICY compared ON public.recovery_codes FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY ended ON public.recovery_codes FOR DELETE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user()));
CREATE POLICY made ON public.recovery_codes FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user())
    AND used_at IS NULL AND (SELECT public.scope_has_factor())
  );
CREATE POLICY own ON public.recovery_codes FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY removed ON public.recovery_codes FOR DELETE TO medcloud_search
  USING (public.scope_system() = 'factor-removal' OR public.scope_may('team.manage'));
CREATE POLICY used ON public.recovery_codes FOR UPDATE TO medcloud_search
  USING (true);

-- public.sign_in_challenges
CREATE POLICY closed ON public.sign_in_challenges FOR ALL TO medcloud_app
  USING (false);
CREATE POLICY counted ON public.sign_in_challenges FOR ALL TO medcloud_search
  USING (true);

-- public.spent_challenges
CREATE POLICY closed ON public.spent_challenges FOR ALL TO medcloud_app
  USING (false);
CREATE POLICY spent ON public.spent_challenges FOR ALL TO medcloud_search
  USING (true);

-- public.totp_secrets
CREATE POLICY compared ON public.totp_secrets FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY ended ON public.totp_secrets FOR DELETE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user()));
CREATE POLICY made ON public.totp_secrets FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'factors' AND user_id = (SELECT public.scope_user())
    AND confirmed_at IS NULL AND last_step IS NULL
  );
CREATE POLICY own ON public.totp_secrets FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY removed ON public.totp_secrets FOR DELETE TO medcloud_search
  USING (public.scope_system() = 'factor-removal' OR public.scope_may('team.manage'));
CREATE POLICY used ON public.totp_secrets FOR UPDATE TO medcloud_search
  USING (true);
