-- The row-level security policies of the tables of keys, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'keys.master_keys',
      'keys.patient_keys',
      'keys.retired_master_keys',
      'keys.service_keys',
      'public.installation'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- keys.master_keys
CREATE POLICY first ON keys.master_keys FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'start' AND id = 1 AND state = 'current');
CREATE POLICY read ON keys.master_keys FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = ANY (ARRAY['start', 'health']));
CREATE POLICY rotated ON keys.master_keys TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation');

-- keys.patient_keys
CREATE POLICY erased ON keys.patient_keys FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY imaged ON keys.patient_keys FOR SELECT TO medcloud_app
  USING (patient_id = (SELECT public.scope_exam_patient()));
CREATE POLICY made_by_center ON keys.patient_keys FOR INSERT TO medcloud_app
  WITH CHECK (
    EXISTS (
      SELECT 1 FROM public.patients p
      WHERE p.id = patient_keys.patient_id
        AND p.center_id = (SELECT public.scope_center())
    )
  );
CREATE POLICY of_patient ON keys.patient_keys FOR SELECT TO medcloud_app
  USING (patient_id = (SELECT public.scope_own()));
CREATE POLICY with_patient ON keys.patient_keys FOR SELECT TO medcloud_app
  USING (
    ((SELECT public.scope_center()) IS NOT NULL OR (SELECT public.scope_doctor()) IS NOT NULL)
    AND EXISTS (SELECT 1 FROM public.patients p WHERE p.id = patient_keys.patient_id)
  );

CREATE POLICY rewrapped ON keys.patient_keys FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation');
CREATE POLICY to_rewrap ON keys.patient_keys FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation');

-- keys.retired_master_keys
CREATE POLICY read ON keys.retired_master_keys FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = ANY (ARRAY['start', 'rotation']));
CREATE POLICY retired ON keys.retired_master_keys FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'rotation');

-- keys.service_keys
CREATE POLICY rewrapped ON keys.service_keys FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation');
CREATE POLICY to_rewrap ON keys.service_keys FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation');
CREATE POLICY read ON keys.service_keys FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'start');
CREATE POLICY written ON keys.service_keys FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'start');

-- public.installation
CREATE POLICY erasures ON public.installation FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'erasure' AND name = 'erase-after-restore');
CREATE POLICY erasures_seen ON public.installation FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'erasure' AND name IN ('erase-after-restore', 'storage'));
CREATE POLICY fingerprint ON public.installation FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation' AND name = 'master-key-fingerprint');
CREATE POLICY fingerprint_seen ON public.installation FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'rotation' AND name = 'master-key-fingerprint');
CREATE POLICY read ON public.installation FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = ANY (ARRAY['start', 'health', 'sweep']));
CREATE POLICY written ON public.installation FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'start');
