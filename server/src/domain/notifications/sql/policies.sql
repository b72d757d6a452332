-- The row-level security policies of the tables of notifications, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.notification_choices',
      'public.notifications'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.notification_choices
CREATE POLICY applied ON public.notification_choices FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY own ON public.notification_choices FOR ALL TO medcloud_app
  USING (user_id = (SELECT public.scope_user()) AND (SELECT public.scope_doctor()) IS NOT NULL);

-- public.notifications
CREATE POLICY noted ON public.notifications FOR ALL TO medcloud_search
  USING (true);
-- a choice of never takes back what was not sent
CREATE POLICY own ON public.notifications FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_user()));
CREATE POLICY own_unsent ON public.notifications FOR DELETE TO medcloud_app
  USING (user_id = (SELECT public.scope_user()) AND sent_at IS NULL);
CREATE POLICY own_chosen ON public.notifications FOR UPDATE TO medcloud_app
  USING (user_id = (SELECT public.scope_user()) AND sent_at IS NULL)
  WITH CHECK (user_id = (SELECT public.scope_user()) AND sent_at IS NULL);
CREATE POLICY found ON public.notifications FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'notifications');
CREATE POLICY sent ON public.notifications FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'notifications' AND sent_at IS NULL)
  WITH CHECK ((SELECT public.scope_system()) = 'notifications' AND sent_at = (SELECT public.app_now()));
