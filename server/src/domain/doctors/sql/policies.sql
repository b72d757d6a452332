-- The row-level security policies of the tables of doctors, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.doctors',
      'public.signup_confirmations'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.doctors
CREATE POLICY answered ON public.doctors FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY applied ON public.doctors FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'signup' AND state = 'pending'
    AND num_nonnulls(first_approved_at, decided_at, decided_by, reject_reason, review_since, approved_first_name, approved_last_name,
      approved_license_number) = 0
    AND license_number = convert_from((SELECT public.scope_given('v')), 'UTF8')
    AND public.is_applying(user_id, id)
  );
CREATE POLICY billed ON public.doctors FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY change ON public.doctors FOR UPDATE TO medcloud_app
  USING (id = (SELECT public.scope_doctor()) OR (SELECT public.scope_is_admin()));
CREATE POLICY of_block ON public.doctors FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_block_doctor()));
CREATE POLICY of_center ON public.doctors FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_center()) IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.doctor_id = doctors.id
        AND a.center_id = (SELECT public.scope_center())
    )
  );
CREATE POLICY of_link ON public.doctors FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_link()) IS NOT NULL
    AND id = (SELECT public.scope_link_doctor())
  );
CREATE POLICY of_overview ON public.doctors FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'overview'
    AND id IN (SELECT g.doctor_id FROM public.scope_phone_grants() g)
  );
CREATE POLICY read ON public.doctors FOR SELECT TO medcloud_app
  USING (
    id = (SELECT public.scope_doctor())
    OR (SELECT public.scope_is_admin())
    OR user_id IN (SELECT public.scope_accounts())
  );
CREATE POLICY recovered ON public.doctors FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'recovery' AND user_id = (SELECT public.scope_reset()));

-- public.signup_confirmations
CREATE POLICY answered ON public.signup_confirmations FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY by_link ON public.signup_confirmations FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'signup'
    AND token_hash = (SELECT public.scope_link_hash())
  );
CREATE POLICY confirmed_by_link ON public.signup_confirmations FOR UPDATE TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'signup'
    AND token_hash = (SELECT public.scope_link_hash())
  );
CREATE POLICY emptied ON public.signup_confirmations FOR UPDATE TO medcloud_search
  USING (true);
CREATE POLICY purged ON public.signup_confirmations FOR DELETE TO medcloud_search
  USING (expires_at < (public.app_now() - '30 days'::interval));
CREATE POLICY received ON public.signup_confirmations FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'signup' AND confirmed_at IS NULL
    AND token_hash = (SELECT public.scope_given('t')) AND email_index = (SELECT public.scope_given('x'))
    AND expires_at <= public.app_now() + interval '24 hours'
  );
