-- The row-level security policies of the tables of alarms, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.alarms'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.alarms
CREATE POLICY of_admin ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY of_doctor ON public.alarms FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY of_exam ON public.alarms FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_exam()) IS NOT NULL
    AND center_id = (SELECT e.center_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam()))
  );
CREATE POLICY of_outbox ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'outbox');
CREATE POLICY raised ON public.alarms FOR INSERT TO medcloud_app
  WITH CHECK (
    seen_at IS NULL
    AND (
      doctor_id = (SELECT public.scope_doctor())
      OR (SELECT public.scope_system()) = 'outbox'
      OR (
        kind = 'infected_file'
        AND center_id = (SELECT e.center_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam()))
      )
    )
  );
CREATE POLICY seen_by_admin ON public.alarms FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
