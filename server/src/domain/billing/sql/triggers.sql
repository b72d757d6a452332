-- Triggers on the tables of billing. Applied by a start where this file changed.
-- CREATE OR REPLACE does not know constraint triggers.

DROP TRIGGER IF EXISTS number_used ON public.invoice_series;
CREATE CONSTRAINT TRIGGER number_used AFTER INSERT OR UPDATE ON public.invoice_series DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_number_used();

CREATE OR REPLACE TRIGGER numbered AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION public.check_invoice_number();

DROP TRIGGER IF EXISTS lines_add_up ON public.invoices;
CREATE CONSTRAINT TRIGGER lines_add_up AFTER INSERT ON public.invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_invoice_lines();

CREATE OR REPLACE TRIGGER with_document BEFORE INSERT ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION public.check_line();

DROP TRIGGER IF EXISTS lines_add_up ON public.invoice_lines;
CREATE CONSTRAINT TRIGGER lines_add_up AFTER INSERT ON public.invoice_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_invoice_lines();

CREATE OR REPLACE TRIGGER marked BEFORE INSERT ON public.invoice_files FOR EACH ROW EXECUTE FUNCTION public.check_file_mark();

CREATE OR REPLACE TRIGGER with_entry BEFORE INSERT ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION public.check_entry_of_posting();

DROP TRIGGER IF EXISTS balanced ON public.ledger_entries;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_entry();

DROP TRIGGER IF EXISTS balanced ON public.ledger_postings;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON public.ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_posting();

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON public.billing_parties FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_party();

CREATE OR REPLACE TRIGGER guard_vat_proof BEFORE INSERT OR UPDATE ON public.billing_parties FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_vat_proof();

CREATE OR REPLACE TRIGGER guard BEFORE INSERT ON public.payment_attempts FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_attempt();

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON public.fiscal_documents FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_fiscal();

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.dues FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_due();

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.subscription_periods FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_period();

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.subscriptions FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_subscription();

CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.invoice_files FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.price_notices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.prices FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();
CREATE OR REPLACE TRIGGER keep_books BEFORE UPDATE OR DELETE OR TRUNCATE ON public.dunning_steps FOR EACH STATEMENT EXECUTE FUNCTION public.keep_books();

CREATE OR REPLACE TRIGGER forget_months AFTER INSERT OR UPDATE ON public.subscription_periods FOR EACH ROW EXECUTE FUNCTION public.forget_months();
