-- Functions of billing. Applied by a start where this file changed.

-- Returns whether the scope may write the books: an administrator's session, or the portal's own billing.
CREATE OR REPLACE FUNCTION public.scope_bills()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_is_admin() OR coalesce(public.scope_system() = 'billing', false)
$function$;

-- Returns the time zone of the portal that opened this connection, as its start wrote it (openScopeKey).
CREATE OR REPLACE FUNCTION public.portal_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT k.time_zone FROM keys.scope_connections c JOIN keys.scope_keys k ON k.id = c.key_id WHERE c.pid = pg_backend_pid()
$function$;
ALTER FUNCTION public.portal_time_zone() OWNER TO medcloud_search;

-- Issues the next number of a series, the only way to one. Locks the series until the transaction ends, so numbers commit in
-- their order and a rollback gives its number back. The day is that of the portal's time zone once the lock is held, and
-- never before the last one; the first number of a year begins its row.
CREATE OR REPLACE FUNCTION public.issue_number(of_series text)
 RETURNS TABLE(year integer, number integer, issued_on date)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  zone text := public.portal_time_zone();
  latest date;
  day date;
BEGIN
  IF NOT public.scope_bills() OR zone IS NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'a number is issued by an administrator or by billing, on a connection of the portal';
  END IF;
  PERFORM FROM public.invoice_series s WHERE s.code = of_series ORDER BY s.year FOR UPDATE;
  SELECT max(s.last_issued_on) INTO latest FROM public.invoice_series s WHERE s.code = of_series;
  day := greatest(latest, ((public.app_now() + (clock_timestamp() - now())) AT TIME ZONE zone)::date);
  RETURN QUERY INSERT INTO public.invoice_series AS s (code, year, next_number, last_issued_on)
    VALUES (of_series, extract(year FROM day)::integer, 2, day)
    ON CONFLICT (code, year) DO UPDATE SET next_number = s.next_number + 1, last_issued_on = greatest(s.last_issued_on, excluded.last_issued_on)
    RETURNING s.year, s.next_number - 1, s.last_issued_on;
END $function$;
ALTER FUNCTION public.issue_number(text) OWNER TO medcloud_search;

-- Lets series go on after documents that only the tax authority had and an administrator took over.
CREATE OR REPLACE FUNCTION public.take_over_series()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an administrator takes documents over';
  END IF;
  PERFORM FROM public.invoice_series s ORDER BY s.code, s.year FOR UPDATE;
  INSERT INTO public.invoice_series AS s (code, year, next_number, last_issued_on)
    SELECT d.series, d.year, max(d.number) + 1,
      coalesce(max(d.issued_on) FILTER (WHERE extract(year FROM d.issued_on) = d.year), make_date(d.year, 1, 1))
    FROM public.fiscal_found_documents d WHERE d.taken_over_at IS NOT NULL GROUP BY d.series, d.year
    ON CONFLICT (code, year) DO UPDATE SET next_number = greatest(s.next_number, excluded.next_number),
      last_issued_on = greatest(s.last_issued_on, excluded.last_issued_on)
    WHERE s.next_number < excluded.next_number;
END $function$;
ALTER FUNCTION public.take_over_series() OWNER TO medcloud_search;

-- A number that was issued has its document when the transaction commits. One that was taken over has it at the authority.
CREATE OR REPLACE FUNCTION public.check_number_used()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoices i WHERE i.series = NEW.code AND i.year = NEW.year AND i.number = NEW.next_number - 1)
    AND NOT EXISTS (SELECT FROM public.fiscal_found_documents d WHERE d.series = NEW.code AND d.year = NEW.year
      AND d.number = NEW.next_number - 1 AND d.taken_over_at IS NOT NULL) THEN
    RAISE insufficient_privilege USING MESSAGE = format('the number %s of %s %s has no document', NEW.next_number - 1, NEW.code, NEW.year);
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.check_number_used() OWNER TO medcloud_search;

-- A document has the number that was just issued, and its day. After the policies: to other scopes it would tell the number.
CREATE OR REPLACE FUNCTION public.check_invoice_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoice_series s WHERE s.code = NEW.series AND s.year = NEW.year
    AND s.next_number - 1 = NEW.number AND s.last_issued_on = NEW.issued_on) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a document has the number and day that were issued for it';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.check_invoice_number() OWNER TO medcloud_search;

-- A line is inserted with its document. A policy gives each document the time of its transaction.
CREATE OR REPLACE FUNCTION public.check_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.invoices i WHERE i.id = NEW.invoice_id AND i.created_at = public.app_now()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a line is inserted with its document';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.check_line() OWNER TO medcloud_search;

-- A document's sums are those of its lines, whether it or a line was inserted last.
CREATE OR REPLACE FUNCTION public.check_invoice_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  document uuid;
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN document := NEW.id; ELSE document := NEW.invoice_id; END IF;
  IF (SELECT (coalesce(sum(l.net_cents), 0), coalesce(sum(l.vat_cents), 0)) FROM public.invoice_lines l WHERE l.invoice_id = document)
    IS DISTINCT FROM (SELECT (i.net_cents::bigint, i.vat_cents::bigint) FROM public.invoices i WHERE i.id = document) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the sums of a document are those of its lines';
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.check_invoice_lines() OWNER TO medcloud_search;

-- A file has no mark, or the one that the tax authority gave its document.
CREATE OR REPLACE FUNCTION public.check_file_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.mark IS NOT NULL AND NOT EXISTS (SELECT FROM public.fiscal_documents d WHERE d.invoice_id = NEW.invoice_id AND d.mark = NEW.mark) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a file has the mark of its document';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.check_file_mark() OWNER TO medcloud_search;

-- A posting is inserted with its entry. A policy gives each entry the time of its transaction.
CREATE OR REPLACE FUNCTION public.check_entry_of_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.ledger_entries e WHERE e.id = NEW.entry_id AND e.created_at = public.app_now()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a posting is inserted with its entry';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.check_entry_of_posting() OWNER TO medcloud_search;

-- The postings of an entry sum to 0. Only the two triggers below call it: to others it would tell whether there is an entry.
CREATE OR REPLACE FUNCTION public.check_balance(entry uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (SELECT sum(p.cents) FROM public.ledger_postings p WHERE p.entry_id = entry) IS DISTINCT FROM 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'the postings of an entry sum to 0';
  END IF;
END $function$;
ALTER FUNCTION public.check_balance(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM public.check_balance(NEW.id);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.check_entry() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.check_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM public.check_balance(NEW.entry_id);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.check_posting() OWNER TO medcloud_search;

-- Adds the books up: what the ledger's postings sum to, which is 0, and how many series have not one document for each
-- number since the last one that was taken over, or a document with other sums than its lines.
CREATE OR REPLACE FUNCTION public.add_up_books()
 RETURNS TABLE(ledger_cents bigint, broken_series integer)
 LANGUAGE plpgsql
 STABLE
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_bills() THEN
    RAISE insufficient_privilege USING MESSAGE = 'the books are added up by an administrator or by billing';
  END IF;
  RETURN QUERY SELECT coalesce((SELECT sum(p.cents) FROM public.ledger_postings p), 0)::bigint, count(*)::integer
    FROM public.invoice_series s
    CROSS JOIN LATERAL (SELECT coalesce(max(d.number), 0) AS number FROM public.fiscal_found_documents d
      WHERE d.series = s.code AND d.year = s.year AND d.taken_over_at IS NOT NULL) taken
    WHERE s.next_number - 1 - taken.number <> (SELECT count(*) FROM public.invoices i
      WHERE i.series = s.code AND i.year = s.year AND i.number > taken.number)
      OR (s.code, s.year) IN (SELECT i.series, i.year FROM public.invoices i
        LEFT JOIN (SELECT l.invoice_id, sum(l.net_cents) AS net_cents, sum(l.vat_cents) AS vat_cents FROM public.invoice_lines l GROUP BY 1) l
          ON l.invoice_id = i.id
        WHERE (l.net_cents, l.vat_cents) IS DISTINCT FROM (i.net_cents::bigint, i.vat_cents::bigint));
END $function$;
ALTER FUNCTION public.add_up_books() OWNER TO medcloud_search;

-- What is in the books stays: a mistake is corrected by another document or entry.
CREATE OR REPLACE FUNCTION public.keep_books()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'the books are only added to';
END $function$;

-- Only the portal's own check says that a VAT number is valid. Whoever changes details, an administrator too, has the number
-- checked again.
CREATE OR REPLACE FUNCTION public.guard_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_system() = 'billing' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND (NEW.vat_country, NEW.vat_number, NEW.vat_state, NEW.vat_checked_at, NEW.vat_proof, NEW.vat_unavailable_since, NEW.country)
    IS NOT DISTINCT FROM (OLD.vat_country, OLD.vat_number, OLD.vat_state, OLD.vat_checked_at, OLD.vat_proof, OLD.vat_unavailable_since, OLD.country) THEN
    RETURN NEW;
  END IF;
  IF NEW.vat_state <> 'unchecked' OR num_nonnulls(NEW.vat_checked_at, NEW.vat_proof, NEW.vat_unavailable_since) > 0 THEN
    RAISE insufficient_privilege USING MESSAGE = 'a VAT number is found valid by billing alone';
  END IF;
  RETURN NEW;
END $function$;

-- A proof of a VAT number is an administrator's, of the number that is stored, and ends with it.
CREATE OR REPLACE FUNCTION public.guard_vat_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.vat_proved_on IS NOT NULL THEN
      RAISE insufficient_privilege USING MESSAGE = 'a proof is of a number that is stored';
    END IF;
  ELSIF (NEW.kind, NEW.country, NEW.vat_country, NEW.vat_number) IS DISTINCT FROM (OLD.kind, OLD.country, OLD.vat_country, OLD.vat_number) THEN
    NEW.vat_proved_on := NULL;
    NEW.vat_proof_text := NULL;
    NEW.vat_proved_by := NULL;
  ELSIF (NEW.vat_proved_on, NEW.vat_proof_text, NEW.vat_proved_by) IS DISTINCT FROM (OLD.vat_proved_on, OLD.vat_proof_text, OLD.vat_proved_by)
    AND (NOT public.scope_is_admin() OR NEW.vat_proved_by IS DISTINCT FROM public.scope_user()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a proof of a VAT number is recorded by an administrator';
  END IF;
  RETURN NEW;
END $function$;

-- What is left to pay of a due: of an invoice what is open, of a request what the account's credit does not pay. The credit
-- is for upgrades first, then for what is due first.
CREATE OR REPLACE FUNCTION public.due_open_cents(due public.dues)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN due.invoice_id IS NOT NULL
    THEN (SELECT coalesce(sum(p.cents), 0) FROM public.ledger_postings p WHERE p.invoice_id = due.invoice_id)
    ELSE greatest(0, due.gross_cents - greatest(0,
      (SELECT coalesce(-sum(p.cents), 0) FROM public.ledger_postings p WHERE p.user_id = due.user_id AND p.account = 'unallocated')
      - (SELECT coalesce(sum(d.gross_cents), 0) FROM public.dues d
        WHERE d.user_id = due.user_id AND d.state = 'open' AND d.invoice_id IS NULL AND d.id <> due.id
          AND (d.kind <> 'upgrade', d.due_on, d.id) < (due.kind <> 'upgrade', due.due_on, due.id)))) END::bigint
$function$;

-- An attempt begins with what is asked for and nothing of an answer. A payment is of what is open of its due. A refund
-- is begun with its credit note, of an invoice that the payment paid, and refunds exceed neither; or it gives back what
-- came of an attempt that an administrator decides about.
CREATE OR REPLACE FUNCTION public.guard_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  fits boolean;
BEGIN
  IF NEW.state <> 'begun' OR NEW.is_hard OR num_nonnulls(NEW.provider_ref, NEW.redirect_url, NEW.fault_code, NEW.settled_at, NEW.received_ref) > 0
    OR (NEW.method_ref IS NOT NULL) <> (NEW.purpose = 'charge') OR (NEW.payment_id IS NOT NULL) <> (NEW.credit_note_id IS NOT NULL)
    OR (NEW.reason_sealed IS NOT NULL) <> (NEW.reviewed_id IS NOT NULL) OR NEW.created_at <> public.app_now() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an attempt begins without an answer';
  END IF;
  IF NEW.reviewed_id IS NOT NULL THEN
    SELECT NEW.cents = a.received_cents INTO fits FROM public.payment_attempts a
    WHERE a.id = NEW.reviewed_id AND a.user_id = NEW.user_id AND a.driver = NEW.driver AND a.state = 'review';
  ELSIF NEW.purpose = 'refund' THEN
    SELECT NEW.cents <= p.cents - coalesce(sum(r.cents) FILTER (WHERE r.payment_id = p.id), 0)
      AND NEW.cents <= n.gross_cents - coalesce(sum(r.cents) FILTER (WHERE r.credit_note_id = n.id), 0) INTO fits
    FROM public.invoices n
    JOIN public.payments p ON p.id = NEW.payment_id AND p.user_id = n.user_id AND p.driver = NEW.driver
    LEFT JOIN public.payment_attempts r ON r.user_id = n.user_id AND r.purpose = 'refund' AND r.state NOT IN ('refused', 'failed', 'cancelled')
    WHERE n.id = NEW.credit_note_id AND n.user_id = NEW.user_id AND n.kind = 'credit_note' AND n.created_at = public.app_now()
      AND EXISTS (SELECT FROM public.dues d JOIN public.payment_attempts a ON a.due_id = d.id AND a.user_id = d.user_id
        WHERE d.invoice_id = n.credits_id AND a.payment_id = p.id AND a.state = 'done')
    GROUP BY n.id, p.id;
  ELSIF NEW.due_id IS NOT NULL THEN
    SELECT NEW.cents = public.due_open_cents(d) INTO fits
    FROM public.dues d WHERE d.id = NEW.due_id AND d.user_id = NEW.user_id;
  ELSE
    RETURN NEW;
  END IF;
  IF fits IS NOT TRUE THEN
    RAISE insufficient_privilege USING MESSAGE = 'an attempt asks for what is open, and gives back what was credited';
  END IF;
  RETURN NEW;
END $function$;

-- An account may end its subscription or resume it. Billing alone changes the rest.
CREATE OR REPLACE FUNCTION public.guard_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_bills() AND (NEW.user_id, NEW.price_id, NEW.state, NEW.since, NEW.method, NEW.next_due_on, NEW.next_plan)
    IS DISTINCT FROM (OLD.user_id, OLD.price_id, OLD.state, OLD.since, OLD.method, OLD.next_due_on, OLD.next_plan) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account ends its subscription or resumes it, and changes nothing else of it';
  END IF;
  RETURN NEW;
END $function$;

-- Forgets the stored months that a change of counted periods makes wrong. The shared lock waits for a transaction that
-- computes months, which would not see this change.
CREATE OR REPLACE FUNCTION public.forget_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  changed date := NEW.from_day;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := CASE WHEN (NEW.kind IN ('paid', 'invoiced', 'grace')) <> (OLD.kind IN ('paid', 'invoiced', 'grace')) THEN NEW.from_day
      WHEN NEW.cut_on IS DISTINCT FROM OLD.cut_on THEN least(NEW.cut_on, OLD.cut_on) END;
  END IF;
  IF changed IS NULL OR (TG_OP = 'INSERT' AND NEW.kind NOT IN ('paid', 'invoiced', 'grace')) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('medcloud billing months', 0));
  DELETE FROM public.billing_months m WHERE m.month >= date_trunc('month', changed)::date;
  RETURN NULL;
END $function$;

-- A document of the tax authority moves as fiscal/states.ts says. Its mark comes with the acceptance, that of a cancellation
-- with the cancellation, and both stay. An administrator sends a refused one again, or begins to void an accepted one; the
-- answers are the portal's.
CREATE OR REPLACE FUNCTION public.guard_fiscal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  moves text[] := ARRAY['rejected waiting', 'accepted cancelling'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' OR NEW.tries <> 0
      OR num_nonnulls(NEW.mark, NEW.auth_code, NEW.qr_url, NEW.cancel_mark, NEW.error_code) > 0 THEN
      RAISE insufficient_privilege USING MESSAGE = 'a document waits to be reported';
    END IF;
    RETURN NEW;
  END IF;
  IF public.scope_system() = 'billing' THEN
    moves := moves || ARRAY['waiting sending', 'sending sending', 'sending accepted', 'sending rejected', 'sending waiting',
      'sending unknown', 'unknown sending', 'cancelling cancelling', 'cancelling cancelled', 'cancelling accepted'];
  END IF;
  IF to_jsonb(NEW) - 'mail_at' IS DISTINCT FROM to_jsonb(OLD) - 'mail_at' AND (
    OLD.state || ' ' || NEW.state <> ALL (moves)
    OR ((NEW.mark, NEW.auth_code, NEW.qr_url) IS DISTINCT FROM (OLD.mark, OLD.auth_code, OLD.qr_url)
      AND (OLD.state, NEW.state) <> ('sending', 'accepted'))
    OR (NEW.cancel_mark IS DISTINCT FROM OLD.cancel_mark AND NEW.state <> 'cancelled')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'what the tax authority answered stays';
  END IF;
  RETURN NEW;
END $function$;

-- The amounts of a due are those of its document, and change only with a new one.
CREATE OR REPLACE FUNCTION public.guard_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.invoice_id, NEW.net_cents, NEW.vat_cents, NEW.gross_cents, NEW.tax_case)
    IS DISTINCT FROM (OLD.invoice_id, OLD.net_cents, OLD.vat_cents, OLD.gross_cents, OLD.tax_case)
    AND NOT (OLD.invoice_id IS NULL AND NEW.invoice_id IS NULL AND OLD.state = 'open' AND NEW.state = 'open'
      AND NEW.gross_cents = NEW.net_cents + NEW.vat_cents
      AND EXISTS (SELECT FROM public.prices p WHERE p.id = NEW.price_id
        AND CASE WHEN NEW.vat_cents > 0 THEN NEW.gross_cents = coalesce(NEW.price_cents, p.gross_cents)
          ELSE NEW.gross_cents <= coalesce(NEW.price_cents, p.gross_cents) END))
    AND NOT EXISTS (SELECT FROM public.invoices i WHERE i.id = NEW.invoice_id AND i.user_id = NEW.user_id AND i.kind = 'invoice'
      AND i.created_at = public.app_now()
      AND (i.net_cents, i.vat_cents, i.gross_cents, i.tax_case) = (NEW.net_cents, NEW.vat_cents, NEW.gross_cents, NEW.tax_case)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a due changes with its document';
  END IF;
  RETURN NEW;
END $function$;

-- A period is cut once, today; grace that another period replaces, from its first day. Of its kind only whether it is paid
-- changes. A day more or less, for a transaction at midnight.
CREATE OR REPLACE FUNCTION public.guard_period()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  today date := (public.app_now() AT TIME ZONE coalesce(public.portal_time_zone(), 'UTC'))::date;
BEGIN
  IF (NEW.cut_on IS DISTINCT FROM OLD.cut_on AND (OLD.cut_on IS NOT NULL
      OR NOT (NEW.cut_on BETWEEN today - 1 AND today + 1 OR (OLD.kind = 'grace' AND NEW.cut_on = OLD.from_day))))
    OR (NEW.kind <> OLD.kind AND NEW.kind NOT IN ('paid', 'invoiced')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a period is cut once, today';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.guard_period() OWNER TO medcloud_search;
