-- The row-level security policies of the tables of support, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.support_messages',
      'public.support_replies'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.support_messages
CREATE POLICY changed_by_admin ON public.support_messages FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY counted ON public.support_messages FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY read_by_admin ON public.support_messages FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY taken ON public.support_messages FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'support' AND state = 'open');

-- public.support_replies
CREATE POLICY of_admin ON public.support_replies FOR ALL TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
