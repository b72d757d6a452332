-- What the roles may do with the tables and functions of billing. Applied by a start where this file changed.

REVOKE ALL ON public.bank_csv_columns FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (columns, headings, saved_at, saved_by) ON public.bank_csv_columns TO medcloud_app;

REVOKE ALL ON public.bank_lines FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (due_ids, payment_id, settled_at, state) ON public.bank_lines TO medcloud_app;

REVOKE ALL ON public.bank_statements FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.bank_statements TO medcloud_app;

REVOKE ALL ON public.billing_months FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE (accounts, basis_points, ended_accounts, ended_cents, mrr_cents, start_accounts, start_cents) ON public.billing_months TO medcloud_app;

REVOKE ALL ON public.billing_parties FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (activity, address, city, country, email, kind, language, legal_name, postal_code, region, tax_office, updated_at, vat_checked_at, vat_country, vat_number, vat_proof, vat_proof_text, vat_proved_by, vat_proved_on, vat_state, vat_unavailable_since) ON public.billing_parties TO medcloud_app;
GRANT SELECT (user_id) ON public.billing_parties TO medcloud_search;

REVOKE ALL ON public.dues FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (due_on, gross_cents, invoice_id, net_cents, price_cents, state, tax_case, vat_cents) ON public.dues TO medcloud_app;

REVOKE ALL ON public.fiscal_checks FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT SELECT, UPDATE (checked_at, is_needed) ON public.fiscal_checks TO medcloud_app;

REVOKE ALL ON public.fiscal_found_documents FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (taken_over_at, taken_over_by) ON public.fiscal_found_documents TO medcloud_app;
GRANT SELECT (issued_on, number, series, taken_over_at, year) ON public.fiscal_found_documents TO medcloud_search;

REVOKE ALL ON public.fiscal_documents FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (auth_code, cancel_mark, changed_at, error_code, mail_at, mark, next_try_at, qr_url, state, tries) ON public.fiscal_documents TO medcloud_app;
GRANT SELECT (invoice_id, mark) ON public.fiscal_documents TO medcloud_search;

REVOKE ALL ON public.dunning_steps FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.dunning_steps TO medcloud_app;

REVOKE ALL ON public.invoice_files FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.invoice_files TO medcloud_app;

REVOKE ALL ON public.invoice_lines FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.invoice_lines TO medcloud_app;
GRANT SELECT (invoice_id, net_cents, vat_cents) ON public.invoice_lines TO medcloud_search;

-- Not the application's: issue_number() is the only way to a number.
REVOKE ALL ON public.invoice_series FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (last_issued_on, next_number) ON public.invoice_series TO medcloud_search;

REVOKE ALL ON public.invoices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.invoices TO medcloud_app;
GRANT SELECT (created_at, id, net_cents, number, series, vat_cents, year) ON public.invoices TO medcloud_search;

REVOKE ALL ON public.ledger_entries FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.ledger_entries TO medcloud_app;
GRANT SELECT (created_at, id) ON public.ledger_entries TO medcloud_search;

REVOKE ALL ON public.ledger_postings FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.ledger_postings TO medcloud_app;
GRANT SELECT (cents, entry_id) ON public.ledger_postings TO medcloud_search;

REVOKE ALL ON public.payment_attempts FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (fault_code, is_hard, payment_id, provider_ref, received_cents, received_currency, received_ref, redirect_url, settled_at, state) ON public.payment_attempts TO medcloud_app;

REVOKE ALL ON public.payment_disputes FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (closed_at, state) ON public.payment_disputes TO medcloud_app;

REVOKE ALL ON public.payment_methods FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (address, brand, cardholder_name, city, country, expiry, last4, postal_code, updated_at) ON public.payment_methods TO medcloud_app;

REVOKE ALL ON public.payments FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.payments TO medcloud_app;

REVOKE ALL ON public.price_notices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.price_notices TO medcloud_app;

REVOKE ALL ON public.prices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.prices TO medcloud_app;

REVOKE ALL ON public.provider_accounts FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (method_ref, method_state, updated_at) ON public.provider_accounts TO medcloud_app;

REVOKE ALL ON public.provider_events FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (state) ON public.provider_events TO medcloud_app;

REVOKE ALL ON public.subscription_periods FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (cut_on, kind) ON public.subscription_periods TO medcloud_app;

REVOKE ALL ON public.subscriptions FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (cancel_at_end, method, next_due_on, next_plan, price_id, since, state, updated_at) ON public.subscriptions TO medcloud_app;

REVOKE ALL ON public.tax_rates FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT SELECT ON public.tax_rates TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_bills() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_bills() TO medcloud_app, medcloud_search;

REVOKE ALL ON FUNCTION public.issue_number(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.issue_number(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.take_over_series() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.take_over_series() TO medcloud_app;

REVOKE ALL ON FUNCTION public.add_up_books() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.add_up_books() TO medcloud_app;

REVOKE ALL ON FUNCTION public.check_balance(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.check_number_used() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_number_used() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_invoice_number() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_invoice_number() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_invoice_lines() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_invoice_lines() TO PUBLIC;

REVOKE ALL ON FUNCTION public.portal_time_zone() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.check_line() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_line() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_file_mark() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_file_mark() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_entry_of_posting() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_entry_of_posting() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_entry() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_entry() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_posting() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_posting() TO PUBLIC;

REVOKE ALL ON FUNCTION public.keep_books() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.keep_books() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_due() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_due() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_fiscal() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_fiscal() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_period() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_period() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_subscription() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_subscription() TO PUBLIC;

REVOKE ALL ON FUNCTION public.forget_months() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.forget_months() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_vat_proof() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_vat_proof() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_party() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_party() TO PUBLIC;

REVOKE ALL ON FUNCTION public.due_open_cents(public.dues) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.due_open_cents(public.dues) TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_attempt() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_attempt() TO PUBLIC;
