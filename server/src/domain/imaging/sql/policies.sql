-- The row-level security policies of the tables of imaging, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.series',
      'public.studies'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.series
CREATE POLICY erased ON public.series FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY cleared ON public.series FOR ALL TO medcloud_search
  USING (exam_id = public.scope_exam());
CREATE POLICY imaged ON public.series FOR ALL TO medcloud_app
  USING (exam_id = (SELECT public.scope_exam()));
CREATE POLICY of_center ON public.series FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.series FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_doctor()) IS NOT NULL
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = series.exam_id)
  );
CREATE POLICY of_patient ON public.series FOR SELECT TO medcloud_app
  USING (exam_id IN (SELECT public.scope_own_exams()));
CREATE POLICY searched ON public.series FOR SELECT TO medcloud_search
  USING (true);

-- public.studies
CREATE POLICY erased ON public.studies FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY cleared ON public.studies FOR ALL TO medcloud_search
  USING (exam_id = public.scope_exam());
CREATE POLICY imaged ON public.studies FOR ALL TO medcloud_app
  USING (exam_id = (SELECT public.scope_exam()));
CREATE POLICY of_center ON public.studies FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.studies FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_doctor()) IS NOT NULL
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = studies.exam_id)
  );
CREATE POLICY searched ON public.studies FOR SELECT TO medcloud_search
  USING (true);
