-- Functions of doctors. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.forget_applications()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (UPDATE public.signup_confirmations SET sealed = NULL
    WHERE sealed IS NOT NULL AND expires_at <= public.app_now() AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT count(*) FROM gone
$function$;
ALTER FUNCTION public.forget_applications() OWNER TO medcloud_search;

-- Returns whether a doctor applies in this transaction: the account, not yet a doctor's, or the doctor was made in it.
CREATE OR REPLACE FUNCTION public.is_applying(account uuid, doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN account IS NULL
    THEN EXISTS (SELECT FROM public.doctors d WHERE d.id = doctor AND d.created_at = public.app_now())
    ELSE EXISTS (SELECT FROM public.users u WHERE u.id = account AND u.role = 'doctor' AND u.created_at = public.app_now())
    END
$function$;
ALTER FUNCTION public.is_applying(uuid,uuid) OWNER TO medcloud_search;

-- A doctor may change the own record, but neither its state nor what patients and centers see of a verified one: the names and
-- license number that were approved (approvedIdentity). A review begins now and keeps them.
CREATE OR REPLACE FUNCTION public.guard_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_is_admin() THEN RETURN NEW; END IF;
  IF NEW.state <> OLD.state AND NOT (OLD.state = 'verified' AND NEW.state = 'pending_review')
    OR (NEW.first_approved_at, NEW.decided_at, NEW.decided_by, NEW.reject_reason)
      IS DISTINCT FROM (OLD.first_approved_at, OLD.decided_at, OLD.decided_by, OLD.reject_reason)
    OR (NEW.review_since, NEW.approved_first_name, NEW.approved_last_name, NEW.approved_license_number)
      IS DISTINCT FROM (CASE WHEN NEW.state <> OLD.state THEN ROW(public.app_now(), OLD.first_name, OLD.last_name, OLD.license_number)
        ELSE ROW(OLD.review_since, OLD.approved_first_name, OLD.approved_last_name, OLD.approved_license_number) END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a doctor is approved by an administrator';
  END IF;
  IF NEW.state = 'verified' AND (NEW.first_name, NEW.last_name, NEW.license_number)
    IS DISTINCT FROM (OLD.first_name, OLD.last_name, OLD.license_number) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a verified name or license changes by a review';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.is_license_taken(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_system() = 'signup' AND wanted = convert_from(public.scope_given('v'), 'UTF8') AND EXISTS (SELECT 1 FROM public.doctors
    WHERE public.any_case(license_number) = public.any_case(wanted) AND state NOT IN ('rejected', 'closed'))
$function$;
ALTER FUNCTION public.is_license_taken(text) OWNER TO medcloud_search;
