-- The row-level security policies of the tables of audit, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.audit_anchors',
      'public.audit_chain',
      'public.audit_checkpoints',
      'public.audit_events',
      'public.audit_stream',
      'public.audit_unsealed'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.audit_anchors
CREATE POLICY kept ON public.audit_anchors TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY watched ON public.audit_anchors FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');

-- public.audit_chain
CREATE POLICY added ON public.audit_chain FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'chain');
CREATE POLICY linked ON public.audit_chain FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY watched ON public.audit_chain FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health' OR (SELECT public.scope_is_admin()));
CREATE POLICY streamed ON public.audit_chain FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'stream');

-- public.audit_checkpoints
CREATE POLICY added ON public.audit_checkpoints FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'chain');
CREATE POLICY signed ON public.audit_checkpoints FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY watched ON public.audit_checkpoints FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health' OR (SELECT public.scope_is_admin()));

-- public.audit_events
CREATE POLICY of_admin ON public.audit_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()) OR (SELECT public.scope_system()) = 'breach');
CREATE POLICY of_center ON public.audit_events FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.audit_events FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()) AND actor_kind = 'doctor');
CREATE POLICY of_link ON public.audit_events FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_link()) IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.id = audit_events.purpose
        AND a.request_id = (SELECT public.scope_link())
    )
  );
CREATE POLICY sealed ON public.audit_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY counted ON public.audit_events FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'alarms'
    AND (event IN ('amka_revealed', 'api_token_network', 'audit_exported', 'consent_revoked', 'denied', 'exam_downloaded', 'exam_viewed', 'login')
      OR (event = 'exams_listed' AND details ? 'images'))
  );
CREATE POLICY streamed ON public.audit_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'stream');
CREATE POLICY read_for_access_notices ON public.audit_events FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY written ON public.audit_events FOR INSERT TO medcloud_app
  WITH CHECK (
    CASE actor_kind
      WHEN 'nobody' THEN public.may_record_without_account(event, outcome, actor_kind, person_id, center_id, doctor_id, patient_id, purpose)
      WHEN 'patient' THEN public.may_record_without_account(event, outcome, actor_kind, person_id, center_id, doctor_id, patient_id, purpose)
      WHEN 'system' THEN public.may_record_as_portal(event, person_id, session_ref, center_id, doctor_id, patient_id, purpose)
      ELSE public.may_record(actor_kind, person_id, session_ref, center_id, doctor_id, patient_id, purpose) END
  );

-- public.audit_stream
CREATE POLICY kept ON public.audit_stream TO medcloud_app
  USING ((SELECT public.scope_system()) = 'stream');
CREATE POLICY watched ON public.audit_stream FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health');

-- public.audit_unsealed
CREATE POLICY done ON public.audit_unsealed FOR DELETE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY listed ON public.audit_unsealed FOR INSERT TO medcloud_search
  WITH CHECK (true);
CREATE POLICY waiting ON public.audit_unsealed FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'chain');
CREATE POLICY watched ON public.audit_unsealed FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'health' OR (SELECT public.scope_is_admin()));
