-- The row-level security policies of the tables of alarms, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.access_counts',
      'public.alarms',
      'public.opened_exams',
      'public.watched_events'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.access_counts
CREATE POLICY counted ON public.access_counts FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');
CREATE POLICY marked ON public.access_counts FOR ALL TO medcloud_search
  USING (true);

-- public.alarms
CREATE POLICY answered ON public.alarms FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY mailed ON public.alarms FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');
CREATE POLICY of_admin ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_is_admin()));
CREATE POLICY of_billing ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing' AND kind IN ('payments', 'payment_provider', 'payment_undecided', 'document_refused'));
CREATE POLICY of_unpaid ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing' AND kind = 'center_unpaid');
CREATE POLICY of_doctor ON public.alarms FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
CREATE POLICY of_exam ON public.alarms FOR SELECT TO medcloud_app
  USING (
    (SELECT public.scope_exam()) IS NOT NULL
    AND center_id = (SELECT e.center_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam()))
  );
CREATE POLICY of_outbox ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'outbox');
CREATE POLICY of_rules ON public.alarms FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');
CREATE POLICY raised ON public.alarms FOR INSERT TO medcloud_app
  WITH CHECK (
    seen_at IS NULL AND held_at IS NULL
    AND administrators_mailed_at IS NULL AND account_mailed_at IS NULL AND raised_at = public.app_now()
    AND num_nonnulls(count, network, browser, system) = 0 -- only the rules count, and say from where
    -- the kinds that acts raise (rules.ts), each about what the scope concerns: another open one would hold back the next
    AND CASE kind
      WHEN 'codes_burnt' THEN doctor_id = (SELECT public.scope_doctor())
      WHEN 'many_downloads' THEN doctor_id = (SELECT public.scope_doctor())
      WHEN 'unknown_numbers' THEN (SELECT public.scope_system()) = 'outbox' AND doctor_id = (SELECT public.scope_subject())
      WHEN 'sms_half' THEN (SELECT public.scope_system()) = 'outbox' AND doctor_id IS NULL
      WHEN 'sms_spent' THEN (SELECT public.scope_system()) = 'outbox' AND doctor_id IS NULL
      WHEN 'infected_file' THEN doctor_id IS NULL
        AND center_id = (SELECT e.center_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam()))
      WHEN 'payment_undecided' THEN (SELECT public.scope_system()) = 'billing' AND doctor_id IS NULL AND user_id IS NOT NULL
      WHEN 'document_refused' THEN (SELECT public.scope_system()) = 'billing' AND doctor_id IS NULL AND user_id IS NOT NULL
      WHEN 'payments' THEN (SELECT public.scope_system()) = 'billing' AND doctor_id IS NULL AND user_id IS NOT NULL
      WHEN 'payment_provider' THEN (SELECT public.scope_system()) = 'billing' AND doctor_id IS NULL
      WHEN 'center_unpaid' THEN (SELECT public.scope_bills()) AND doctor_id IS NULL AND center_id IS NOT NULL
      ELSE false
    END
    AND (center_id IS NULL OR kind IN ('infected_file', 'center_unpaid'))
    AND (user_id IS NULL OR kind IN ('payment_undecided', 'document_refused', 'payments'))
    AND subject = CASE WHEN center_id IS NOT NULL THEN 'center:' || center_id
      WHEN user_id IS NOT NULL THEN 'account:' || user_id
      WHEN doctor_id IS NOT NULL THEN 'doctor:' || doctor_id ELSE 'installation:' END
  );
CREATE POLICY raised_by_rules ON public.alarms FOR INSERT TO medcloud_app
  WITH CHECK (seen_at IS NULL AND released_at IS NULL AND (SELECT public.scope_system()) = 'alarms');
CREATE POLICY seen_by_admin ON public.alarms FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()));

-- public.opened_exams
CREATE POLICY counted ON public.opened_exams FOR ALL TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');

-- public.watched_events
CREATE POLICY counted ON public.watched_events FOR DELETE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');
CREATE POLICY listed ON public.watched_events FOR INSERT TO medcloud_search
  WITH CHECK (true);
CREATE POLICY waiting ON public.watched_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'alarms');
