-- The row-level security policies of the tables of billing, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.bank_csv_columns',
      'public.bank_lines',
      'public.bank_statements',
      'public.billing_months',
      'public.billing_parties',
      'public.dues',
      'public.fiscal_checks',
      'public.fiscal_documents',
      'public.fiscal_found_documents',
      'public.dunning_steps',
      'public.invoice_files',
      'public.invoice_lines',
      'public.invoice_series',
      'public.invoices',
      'public.ledger_entries',
      'public.ledger_postings',
      'public.payment_attempts',
      'public.payment_disputes',
      'public.payment_methods',
      'public.payments',
      'public.price_notices',
      'public.prices',
      'public.provider_accounts',
      'public.provider_events',
      'public.subscription_periods',
      'public.subscriptions',
      'public.tax_rates'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.bank_csv_columns
CREATE POLICY mapped ON public.bank_csv_columns FOR ALL TO medcloud_app
  USING ((SELECT public.scope_is_admin()))
  WITH CHECK ((SELECT public.scope_is_admin()) AND saved_by = (SELECT public.scope_user()));

-- public.bank_lines
CREATE POLICY billed ON public.bank_lines FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));

-- public.bank_statements
CREATE POLICY imported ON public.bank_statements FOR ALL TO medcloud_app
  USING ((SELECT public.scope_is_admin()))
  WITH CHECK ((SELECT public.scope_is_admin()) AND imported_by = (SELECT public.scope_user()));

-- public.billing_months
CREATE POLICY billed ON public.billing_months FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));

-- public.billing_parties
CREATE POLICY applied ON public.billing_parties FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'signup' AND public.is_applying(user_id, NULL));
CREATE POLICY billed ON public.billing_parties FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY counted ON public.billing_parties FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY own ON public.billing_parties FOR ALL TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.dues
CREATE POLICY billed ON public.dues FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.dues FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.fiscal_checks
CREATE POLICY asked ON public.fiscal_checks FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY billed ON public.fiscal_checks FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));

-- public.fiscal_found_documents
CREATE POLICY billed ON public.fiscal_found_documents FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY checked ON public.fiscal_found_documents FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY found ON public.fiscal_found_documents FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'fiscal-check' AND taken_over_at IS NULL AND found_at = (SELECT public.app_now())
    AND issued_on <= (SELECT public.app_now() + interval '1 day')::date AND year <= extract(year FROM (SELECT public.app_now() + interval '1 day'))
  );
CREATE POLICY taken_over ON public.fiscal_found_documents FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()) AND taken_over_at IS NULL)
  WITH CHECK (
    (SELECT public.scope_is_admin()) AND taken_over_by = (SELECT public.scope_user()) AND taken_over_at = (SELECT public.app_now())
  );

-- public.fiscal_documents
CREATE POLICY billed ON public.fiscal_documents FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY checked ON public.fiscal_documents FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY of_invoice ON public.fiscal_documents FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT FROM public.invoices i WHERE i.id = invoice_id));

-- public.dunning_steps
CREATE POLICY billed ON public.dunning_steps FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY of_due ON public.dunning_steps FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT FROM public.dues d WHERE d.id = due_id));

-- public.invoice_files
CREATE POLICY made ON public.invoice_files FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'invoice-files' AND made_at = (SELECT public.app_now()));
CREATE POLICY of_invoice ON public.invoice_files FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT FROM public.invoices i WHERE i.id = invoice_id));

-- public.invoice_lines
CREATE POLICY checked ON public.invoice_lines FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY issued ON public.invoice_lines FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_bills()));
CREATE POLICY of_invoice ON public.invoice_lines FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT FROM public.invoices i WHERE i.id = invoice_id));

-- public.invoice_series
CREATE POLICY issued ON public.invoice_series FOR ALL TO medcloud_search
  USING (true);

-- public.invoices
CREATE POLICY billed ON public.invoices FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY checked ON public.invoices FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY issued ON public.invoices FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_bills()) AND created_at = (SELECT public.app_now()));
CREATE POLICY own ON public.invoices FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.ledger_entries
CREATE POLICY billed ON public.ledger_entries FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY checked ON public.ledger_entries FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY own ON public.ledger_entries FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));
CREATE POLICY posted ON public.ledger_entries FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_bills()) AND created_at = (SELECT public.app_now()) AND actor IS NOT DISTINCT FROM (SELECT public.scope_user())
  );

-- public.ledger_postings
CREATE POLICY billed ON public.ledger_postings FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY checked ON public.ledger_postings FOR SELECT TO medcloud_search
  USING (true);
CREATE POLICY own ON public.ledger_postings FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));
CREATE POLICY posted ON public.ledger_postings FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_bills()));

-- public.payment_attempts
CREATE POLICY begun ON public.payment_attempts FOR INSERT TO medcloud_app
  WITH CHECK (user_id = (SELECT public.scope_payer()) AND purpose IN ('pay', 'save'));
CREATE POLICY billed ON public.payment_attempts FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY charged ON public.payment_attempts FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'billing');
CREATE POLICY decided ON public.payment_attempts FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_is_admin()) AND state = 'review')
  WITH CHECK ((SELECT public.scope_is_admin()) AND state IN ('done', 'returned') AND (state = 'done') = (payment_id IS NOT NULL));
CREATE POLICY own ON public.payment_attempts FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));
CREATE POLICY refunded ON public.payment_attempts FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()) AND purpose = 'refund');
CREATE POLICY settled ON public.payment_attempts FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');

-- public.payment_disputes
CREATE POLICY billed ON public.payment_disputes FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.payment_disputes FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT FROM public.payments p WHERE p.id = payment_id AND p.user_id = (SELECT public.scope_payer())));

-- public.payment_methods
CREATE POLICY applied ON public.payment_methods FOR INSERT TO medcloud_app
  WITH CHECK (
    (SELECT public.scope_system()) = 'signup'
    AND public.is_applying(NULL, doctor_id)
  );
CREATE POLICY billed ON public.payment_methods FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY of_doctor ON public.payment_methods FOR ALL TO medcloud_app
  USING (doctor_id = (SELECT public.scope_doctor()));

-- public.payments
CREATE POLICY billed ON public.payments FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.payments FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));
CREATE POLICY recorded ON public.payments FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_bills()));

-- public.price_notices
CREATE POLICY billed ON public.price_notices FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.price_notices FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.prices
CREATE POLICY added_by_admin ON public.prices FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_is_admin()) AND created_by = (SELECT public.scope_user()));
CREATE POLICY billed ON public.prices FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY listed ON public.prices FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_user()) IS NOT NULL AND (center_id IS NULL OR center_id = (SELECT public.scope_tenant())));

-- public.provider_accounts
CREATE POLICY billed ON public.provider_accounts FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.provider_accounts FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.provider_events
CREATE POLICY billed ON public.provider_events FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY handled ON public.provider_events FOR UPDATE TO medcloud_app
  USING ((SELECT public.scope_system()) = 'billing');
CREATE POLICY heard ON public.provider_events FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT public.scope_system()) = 'payment-event' AND state IN ('waiting', 'ignored') AND received_at = (SELECT public.app_now()));

-- public.subscription_periods
CREATE POLICY billed ON public.subscription_periods FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY own ON public.subscription_periods FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.subscriptions
CREATE POLICY billed ON public.subscriptions FOR ALL TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY cancelled ON public.subscriptions FOR UPDATE TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));
CREATE POLICY own ON public.subscriptions FOR SELECT TO medcloud_app
  USING (user_id = (SELECT public.scope_payer()));

-- public.tax_rates
CREATE POLICY billed ON public.tax_rates FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_bills()));
CREATE POLICY of_center ON public.tax_rates FOR SELECT TO medcloud_app
  USING ((SELECT public.scope_tenant()) IS NOT NULL);
