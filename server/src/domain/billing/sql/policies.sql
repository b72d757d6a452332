-- The row-level security policies of the tables of billing, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.invoices',
      'public.payment_methods'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.invoices
CREATE POLICY of_doctor ON public.invoices FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));

-- public.payment_methods
CREATE POLICY applied ON public.payment_methods FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'signup'
    AND public.is_applying(NULL, doctor_id)
  );
CREATE POLICY of_doctor ON public.payment_methods FOR ALL TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));
