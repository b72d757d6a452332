-- The row-level security policies of the tables of access, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.access_requests',
      'public.block_links',
      'public.consent_links',
      'public.link_codes',
      'public.look_notices',
      'public.otp_verifications',
      'public.patient_access',
      'public.phone_blocks'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.access_requests
CREATE POLICY erased ON public.access_requests FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY answered_by_link ON public.access_requests FOR UPDATE TO medcloud_app
  USING (id = (SELECT public.scope_link()) AND answered_at IS NULL)
  WITH CHECK (answered_at = public.app_now() AND answer IS NOT NULL);
CREATE POLICY made ON public.access_requests FOR INSERT TO medcloud_app
  WITH CHECK (
    doctor_id = (SELECT public.scope_doctor())
    AND otp_id = (SELECT public.scope_verified_code())
    AND phone_index = (SELECT public.scope_given('n'))
    AND answered_at IS NULL
    AND expires_at <= public.app_now() + interval '72 hours'
  );
CREATE POLICY of_doctor ON public.access_requests FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY of_link ON public.access_requests FOR SELECT TO medcloud_app
  USING (id = (SELECT public.scope_link()));
CREATE POLICY read_for_access_notices ON public.access_requests FOR SELECT TO medcloud_search
  USING (true);

-- public.block_links
CREATE POLICY erased ON public.block_links FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY of_link ON public.block_links FOR SELECT TO medcloud_app
  USING (
    token_hash = (SELECT public.scope_link_hash())
    AND created_at > (public.app_now() - '90 days'::interval)
  );
CREATE POLICY made ON public.block_links FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'matching'
    AND (SELECT public.scope_subject()) IS NULL
    AND doctor_id = (SELECT public.scope_doctor())
    AND phone_index = (SELECT public.scope_given('n'))
    AND token_hash = (SELECT public.scope_given('t'))
  );
CREATE POLICY purged ON public.block_links FOR DELETE TO medcloud_search
  USING (created_at < (public.app_now() - '90 days'::interval));
CREATE POLICY scoped ON public.block_links FOR SELECT TO medcloud_search
  USING (true);

-- public.consent_links
CREATE POLICY erased ON public.consent_links FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY made ON public.consent_links FOR INSERT TO medcloud_app
  WITH CHECK (
    token_hash = (SELECT public.scope_given('t'))
    AND access_id IS NULL
    AND EXISTS (
      SELECT 1 FROM public.access_requests r
      WHERE r.id = consent_links.request_id
        AND r.otp_id = (SELECT public.scope_verified_code())
    )
  );
CREATE POLICY made_by_center ON public.consent_links FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'resending' AND (SELECT public.scope_may('access.manage'))
    AND token_hash = (SELECT public.scope_given('t'))
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.id = consent_links.access_id
        AND a.request_id = consent_links.request_id
        AND a.center_id = (SELECT public.scope_center())
        AND a.patient_id = (SELECT public.scope_subject())
    )
  );
CREATE POLICY of_center ON public.consent_links FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_center()) IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM public.patient_access a
      WHERE a.id = consent_links.access_id
        AND a.center_id = (SELECT public.scope_center())
    )
  );
CREATE POLICY of_link ON public.consent_links FOR SELECT TO medcloud_app
  USING (token_hash = (SELECT public.scope_link_hash()) AND ended_at IS NULL);
CREATE POLICY scoped ON public.consent_links FOR ALL TO medcloud_search
  USING (true);

-- public.link_codes
CREATE POLICY made ON public.link_codes FOR INSERT TO medcloud_app
  WITH CHECK (
    token_hash = (SELECT public.scope_link_hash())
    -- a new id, of which nobody has seen the MAC of a code (scope_given)
    AND id = encode((SELECT public.scope_given('i')), 'hex')::uuid
    AND attempts BETWEEN 0 AND 4 -- a code that replaces another keeps the used attempts
    AND expires_at <= public.app_now() + interval '1 hour'
    AND (phone_index IS NULL OR phone_index = (SELECT public.scope_given('n')))
  );
CREATE POLICY of_link ON public.link_codes FOR SELECT TO medcloud_app
  USING (token_hash = (SELECT public.scope_link_hash()));
CREATE POLICY replaced_by_link ON public.link_codes FOR UPDATE TO medcloud_app
  USING (token_hash = (SELECT public.scope_link_hash()));
CREATE POLICY compared ON public.link_codes FOR SELECT TO medcloud_search
  USING (token_hash = (SELECT public.scope_link_hash()));
CREATE POLICY counted ON public.link_codes FOR SELECT TO medcloud_search
  USING (phone_index = (SELECT public.scope_given('n')));
CREATE POLICY opened ON public.link_codes FOR SELECT TO medcloud_search
  USING (session_hash = (SELECT public.scope_given('o')));
CREATE POLICY opened_own ON public.link_codes FOR UPDATE TO medcloud_search
  USING ((SELECT public.scope_system()) = 'own' AND session_hash = (SELECT public.scope_given('o')) AND purpose = 'own')
  WITH CHECK (session_hash IS NOT NULL);
CREATE POLICY purged ON public.link_codes FOR ALL TO medcloud_search
  USING (created_at < (public.app_now() - '8 days'::interval));
CREATE POLICY tried ON public.link_codes FOR UPDATE TO medcloud_search
  USING (token_hash = (SELECT public.scope_link_hash()) AND id = (SELECT public.scope_subject()))
  WITH CHECK (used_at IS NULL);
CREATE POLICY used ON public.link_codes FOR UPDATE TO medcloud_search
  USING (token_hash = (SELECT public.scope_link_hash()) AND id = (SELECT public.scope_subject()))
  WITH CHECK (used_at IS NOT NULL AND code_mac IS NULL);

-- public.look_notices
CREATE POLICY erased ON public.look_notices FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY looked_up ON public.look_notices FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY made ON public.look_notices FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'outbox');

-- public.otp_verifications
CREATE POLICY erased ON public.otp_verifications FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY canceled_by_admin ON public.otp_verifications FOR UPDATE TO medcloud_search
  USING (public.scope_is_admin())
  WITH CHECK (superseded_at IS NOT NULL AND code_mac IS NULL);
CREATE POLICY counted ON public.otp_verifications FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY ended_by_block ON public.otp_verifications FOR UPDATE TO medcloud_app
  USING (doctor_id = (SELECT public.scope_block_doctor()) AND phone_index = (SELECT public.scope_block_phone()))
  WITH CHECK (superseded_at IS NOT NULL AND code_mac IS NULL);
CREATE POLICY of_block ON public.otp_verifications FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_block_doctor()) AND phone_index = (SELECT public.scope_block_phone()));
CREATE POLICY made ON public.otp_verifications FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'matching'
    AND (SELECT public.scope_subject()) IS NULL
    AND doctor_id = (SELECT public.scope_doctor())
    AND phone_index = (SELECT public.scope_given('n'))
    -- a new id, of which nobody has seen the MAC of a code (scope_given)
    AND id = encode((SELECT public.scope_given('i')), 'hex')::uuid
    AND verified_at IS NULL
    AND attempts BETWEEN 0 AND 4
    AND expires_at <= public.app_now() + interval '1 hour'
  );
CREATE POLICY of_doctor ON public.otp_verifications FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY replaced_by_doctor ON public.otp_verifications FOR UPDATE TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY purged ON public.otp_verifications FOR DELETE TO medcloud_search
  USING (verified_at IS NULL AND created_at < (public.app_now() - '8 days'::interval));
CREATE POLICY tried ON public.otp_verifications FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'matching' AND id = public.scope_subject())
  WITH CHECK (verified_at IS NULL);
CREATE POLICY verified ON public.otp_verifications FOR UPDATE TO medcloud_search
  USING (public.scope_system() = 'matching' AND id = public.scope_subject())
  WITH CHECK (verified_at IS NOT NULL AND code_mac IS NULL);
CREATE POLICY sent ON public.otp_verifications FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'outbox'
    AND id = (SELECT m.otp_id FROM public.outbox_messages m WHERE m.id = (SELECT public.scope_subject()))
  );

-- public.patient_access
CREATE POLICY erased ON public.patient_access FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY answered_by_link ON public.patient_access FOR UPDATE TO medcloud_app
  USING (
    request_id = (SELECT public.scope_link())
    AND status = ANY (ARRAY['pending', 'granted'])
    AND public.link_shows(id, unlinked_at)
  )
  WITH CHECK (request_id = (SELECT public.scope_link()) AND public.link_shows(id, unlinked_at));
CREATE POLICY made ON public.patient_access FOR INSERT TO medcloud_app
  WITH CHECK (
    doctor_id = (SELECT public.scope_doctor())
    AND status = 'pending'
    AND num_nonnulls(granted_at, response_date, ended_at, unlinked_at, scope, text_hash) = 0
    AND expires_at <= public.app_now() + interval '72 hours'
    AND EXISTS (
      SELECT 1 FROM public.access_requests r
      WHERE r.id = patient_access.request_id
        AND r.otp_id = (SELECT public.scope_verified_code())
    )
    AND EXISTS (
      SELECT 1 FROM public.patients_of_phone((SELECT public.scope_given('n'))) p
      WHERE p.id = patient_access.patient_id
        AND p.center_id = patient_access.center_id
        AND p.patient_id = patient_access.public_patient_id
    )
  );
CREATE POLICY changed_on_overview ON public.patient_access FOR UPDATE TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'overview'
    AND id = (SELECT public.scope_subject())
    AND status = 'granted'
    AND id IN (SELECT public.grants_of_phone())
  )
  WITH CHECK (
    (SELECT public.scope_system()) = 'overview'
    AND id = (SELECT public.scope_subject())
    AND status = ANY (ARRAY['granted', 'revoked'])
  );
CREATE POLICY of_center ON public.patient_access FOR SELECT TO medcloud_app
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.patient_access FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY of_link ON public.patient_access FOR SELECT TO medcloud_app
  USING (request_id = (SELECT public.scope_link()) AND public.link_shows(id, unlinked_at));
CREATE POLICY of_overview ON public.patient_access FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'overview' AND id IN (SELECT public.grants_of_phone()));
CREATE POLICY replaced ON public.patient_access FOR UPDATE TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'consent'
    AND id IN (SELECT public.grants_behind_link() AS grants_behind_link)
  )
  WITH CHECK (
    (SELECT public.scope_system()) = 'consent'
    AND id IN (SELECT public.grants_behind_link() AS grants_behind_link)
    AND status = ANY (ARRAY['revoked', 'expired'])
  );
CREATE POLICY searched ON public.patient_access FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY read_while_replacing ON public.patient_access FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'consent'
    AND id IN (SELECT public.grants_behind_link() AS grants_behind_link)
  );
CREATE POLICY updated_by_functions ON public.patient_access FOR UPDATE TO medcloud_search
  USING (true);

-- public.phone_blocks
CREATE POLICY erased ON public.phone_blocks FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure');
CREATE POLICY by_link ON public.phone_blocks FOR ALL TO medcloud_app
  USING (doctor_id = (SELECT public.scope_block_doctor()) AND phone_index = (SELECT public.scope_block_phone()));
CREATE POLICY counted ON public.phone_blocks FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY read_while_matching ON public.phone_blocks FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_system()) = 'matching'
    AND doctor_id = (SELECT public.scope_doctor())
    AND phone_index = (SELECT public.scope_given('n'))
  );
CREATE POLICY purged ON public.phone_blocks FOR DELETE TO medcloud_search
  USING (ends_at < (public.app_now() - '30 days'::interval));
