-- The row-level security policies of the tables of messages, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.outbox_messages',
      'public.sms_days'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.outbox_messages
CREATE POLICY erased ON public.outbox_messages FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY abandoned ON public.outbox_messages FOR ALL TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'sweep'
    AND (state = ANY (ARRAY['waiting', 'sending']) OR state = ANY (ARRAY['uncertain', 'expired']) AND sealed IS NULL)
    AND expires_at < (public.app_now() - '10 minutes'::interval)
  );
CREATE POLICY counted ON public.outbox_messages FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY purged ON public.outbox_messages FOR DELETE TO medcloud_search
  USING (state <> ALL (ARRAY['waiting', 'sending']) AND created_at < (public.app_now() - '30 days'::interval));
CREATE POLICY seen_by_admin ON public.outbox_messages FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()) AND state <> 'decoy');
CREATE POLICY sent ON public.outbox_messages FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'outbox' AND id = (SELECT public.scope_subject()));
CREATE POLICY written ON public.outbox_messages FOR INSERT TO medcloud_app
  WITH CHECK (
    state = ANY (ARRAY['waiting', 'decoy'])
    -- it begins now and ends: one from another time would be counted and listed for ever
    AND created_at = public.app_now() AND expires_at <= public.app_now() + interval '7 days'
    AND kind ~ '^[a-z][a-z_-]{1,39}$' AND attempts = 0 AND num_nonnulls(last_error, done_at, sending_at) = 0
    AND (
      (SELECT public.scope_user()) IS NOT NULL
      OR (SELECT public.scope_link()) IS NOT NULL
      OR (SELECT public.scope_system()) IN ('alarms', 'billing', 'factor', 'factor-removal', 'invitation', 'notifications', 'outbox', 'passkey', 'recovery', 'reset-request', 'signed-in', 'signup', 'support')
    )
  );

-- public.sms_days
CREATE POLICY counted ON public.sms_days FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'outbox');
CREATE POLICY watched ON public.sms_days FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');
