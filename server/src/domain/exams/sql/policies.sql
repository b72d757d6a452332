-- The row-level security policies of the tables of exams, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.doctor_exam_views',
      'public.exam_objects',
      'public.exams',
      'public.scanner_heartbeat'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.doctor_exam_views
CREATE POLICY marked ON public.doctor_exam_views FOR INSERT TO medcloud_app
  WITH CHECK (
    doctor_id = (SELECT public.scope_doctor())
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = doctor_exam_views.exam_id)
  );
CREATE POLICY of_doctor ON public.doctor_exam_views FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY opened ON public.doctor_exam_views FOR ALL TO medcloud_search
  USING (true);

-- public.exam_objects
CREATE POLICY erased ON public.exam_objects FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY cleared ON public.exam_objects FOR DELETE TO medcloud_search
  USING (exam_id = public.scope_exam() AND kind <> 'original');
CREATE POLICY counted ON public.exam_objects FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY derived ON public.exam_objects FOR INSERT TO medcloud_app
  WITH CHECK (exam_id = (SELECT public.scope_exam()) AND kind <> 'original');
CREATE POLICY imaged ON public.exam_objects FOR SELECT TO medcloud_app
  USING (exam_id = (SELECT public.scope_exam()));
CREATE POLICY of_center ON public.exam_objects FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY received ON public.exam_objects FOR INSERT TO medcloud_app
  WITH CHECK (center_id = (SELECT public.scope_center()) AND kind = 'original');
CREATE POLICY rewrapped ON public.exam_objects FOR UPDATE TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_patient ON public.exam_objects FOR SELECT TO medcloud_app
  USING (exam_id IN (SELECT public.scope_own_exams()));
CREATE POLICY of_doctor ON public.exam_objects FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_doctor()) IS NOT NULL
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = exam_objects.exam_id)
  );

-- public.exams
CREATE POLICY erased ON public.exams FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
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
  USING (is_open AND patient_id IN (SELECT g.patient_id FROM public.scope_link_grants() g));
CREATE POLICY of_overview ON public.exams FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'overview'
    AND is_open
    AND EXISTS (
      SELECT 1 FROM public.scope_phone_grants() g
      WHERE g.patient_id = exams.patient_id
        AND g.is_open
        AND (g.exam_types IS NULL OR exams.exam_type = ANY (g.exam_types))
    )
  );
CREATE POLICY of_patient ON public.exams FOR SELECT TO medcloud_app
  USING (id IN (SELECT public.scope_own_exams()));
CREATE POLICY released ON public.exams FOR UPDATE TO medcloud_search
  USING (scan_state = 'waiting' AND (SELECT public.scope_system()) = 'imaging' AND (SELECT public.scope_exam()) IS NULL)
  WITH CHECK (scan_state = 'none');
CREATE POLICY searched ON public.exams FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY summarized ON public.exams FOR UPDATE TO medcloud_search
  USING (
    (SELECT public.scope_system()) = 'imaging'
    AND imaging_state = 'ready'
    AND ((SELECT public.scope_exam()) IS NULL OR id = (SELECT public.scope_exam()))
  );

-- public.scanner_heartbeat
CREATE POLICY renewed ON public.scanner_heartbeat FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'imaging' AND (SELECT public.scope_exam()) IS NULL);
CREATE POLICY searched ON public.scanner_heartbeat FOR SELECT TO medcloud_search
  USING (true);
