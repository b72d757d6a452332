-- Row-level security of the tables of exams, whole but for `backed_up` (platform/db/migrate.ts): their earlier policies are dropped.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.exams'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.exams
CREATE POLICY imaged ON public.exams FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_exam()));
CREATE POLICY imaged_now ON public.exams FOR UPDATE TO medcloud_app
  USING (id = (SELECT public.scope_exam()));
CREATE POLICY of_center ON public.exams FOR ALL TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.exams FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_doctor()) IS NOT NULL
    AND is_open
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.patient_id = exams.patient_id
        AND a.doctor_id = (SELECT public.scope_doctor())
        AND a.status = 'granted'
        AND a.expires_at > public.app_now()
        AND (a.scope IS NULL OR exams.exam_type = ANY (a.scope))
    )
  );
CREATE POLICY of_link ON public.exams FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_link()) IS NOT NULL
    AND is_open
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.patient_id = exams.patient_id
        AND a.request_id = (SELECT public.scope_link())
        AND public.link_shows(a.id, a.unlinked_at)
    )
  );
CREATE POLICY searched ON public.exams FOR SELECT TO medcloud_search
  USING (true);
