-- The row-level security policies of the tables of uploads, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.upload_days',
      'public.uploads'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.upload_days
CREATE POLICY counted ON public.upload_days FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY of_center ON public.upload_days FOR ALL TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY purged ON public.upload_days FOR DELETE TO medcloud_search
  USING (day < (public.app_now() - '30 days'::interval)::date);

-- public.uploads
CREATE POLICY erased ON public.uploads FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY counted ON public.uploads FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY ended ON public.uploads FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'sweep' AND ended_at IS NULL)
  WITH CHECK ((SELECT public.scope_system()) = 'sweep' AND state = 'aborted');
CREATE POLICY begun ON public.uploads FOR INSERT TO medcloud_app
  WITH CHECK (
    center_id = (SELECT public.scope_center())
    AND object_id = encode((SELECT public.scope_given('f')), 'hex')::uuid
  );
CREATE POLICY changed ON public.uploads FOR UPDATE TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_center ON public.uploads FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY purged ON public.uploads FOR DELETE TO medcloud_search
  USING (ended_at < (public.app_now() - '30 days'::interval));
CREATE POLICY swept ON public.uploads FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'sweep' AND (ended_at IS NULL OR state = 'aborted'));
