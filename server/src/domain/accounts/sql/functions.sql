-- Functions of accounts. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.account_of_address(wanted text)
 RETURNS TABLE(id uuid, role text, language text, center_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.role, u.language, c.center_id FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id
  WHERE u.email = wanted AND u.closed_at IS NULL
    AND (public.scope_system() = 'signup' OR (public.scope_system() = 'recovery' AND u.disabled_at IS NULL))
$function$;
ALTER FUNCTION public.account_of_address(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.end_tokens_of(account uuid)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ended AS (UPDATE public.api_tokens SET revoked_at = public.app_now()
    WHERE user_id = account AND revoked_at IS NULL AND expires_at > public.app_now() AND public.scope_is_admin() RETURNING 1)
  SELECT count(*) FROM ended
$function$;
ALTER FUNCTION public.end_tokens_of(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE is_own boolean := coalesce(NEW.id = public.scope_user(), false);
BEGIN
  IF (NEW.password_hash, NEW.must_change_password, NEW.initial_password_expires_at)
    IS DISTINCT FROM (OLD.password_hash, OLD.must_change_password, OLD.initial_password_expires_at)
    AND NOT (is_own OR coalesce(NEW.id = public.scope_reset(), false) OR coalesce(public.scope_system() = 'sign-in', false)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a password is set by its own account alone';
  END IF;
  IF (NEW.email, NEW.language) IS DISTINCT FROM (OLD.email, OLD.language) AND NOT (is_own OR public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an e-mail is changed by its own account or an administrator';
  END IF;
  IF (NEW.subscription_start_date, NEW.subscription_end_date, NEW.subscription_status, NEW.closed_at)
    IS DISTINCT FROM (OLD.subscription_start_date, OLD.subscription_end_date, OLD.subscription_status, OLD.closed_at)
    AND NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a subscription is changed by an administrator';
  END IF;
  IF (NEW.disabled_at, NEW.disabled_by, NEW.disabled_reason) IS DISTINCT FROM (OLD.disabled_at, OLD.disabled_by, OLD.disabled_reason)
    AND (is_own OR NOT public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account is disabled by another administrator';
  END IF;
  RETURN NEW;
END $function$;
