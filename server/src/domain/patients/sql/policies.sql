-- The row-level security policies of the tables of patients, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.patients'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.patients
CREATE POLICY erased ON public.patients FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND id = (SELECT public.scope_subject()));
CREATE POLICY imaged ON public.patients FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_exam_patient()));
CREATE POLICY of_center ON public.patients FOR ALL TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.patients FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_doctor()) IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.patient_id = patients.id
        AND a.doctor_id = (SELECT public.scope_doctor())
        AND a.status = 'granted'
        AND a.expires_at > public.app_now()
    )
  );
CREATE POLICY of_patient ON public.patients FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_own()));
CREATE POLICY searched ON public.patients FOR SELECT TO medcloud_search
  USING (true);
