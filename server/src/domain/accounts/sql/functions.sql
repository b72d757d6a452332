-- Functions of accounts. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.account_of_address(wanted text)
 RETURNS TABLE(id uuid, role text, language text, center_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.role, u.language, c.center_id FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id
  WHERE u.email = wanted AND u.closed_at IS NULL
    AND u.email = public.scope_address() AND (public.scope_system() = 'signup' OR u.disabled_at IS NULL)
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

-- What may change of an account. A new password and address are those of the scope, which the portal mints for this act: a
-- statement that could set another one could sign in later.
CREATE OR REPLACE FUNCTION public.guard_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(NEW.id = public.scope_user(), false);
  is_renewed boolean := is_own AND public.scope_system() = 'renewing';
BEGIN
  IF (NEW.password_hash, NEW.must_change_password, NEW.initial_password_expires_at)
    IS DISTINCT FROM (OLD.password_hash, OLD.must_change_password, OLD.initial_password_expires_at)
    AND NOT coalesce(CASE WHEN is_own THEN is_renewed AND sha256(convert_to(NEW.password_hash, 'UTF8')) = public.scope_given('p')
      ELSE NEW.id = public.scope_reset() OR NEW.id = public.scope_rejoining() END, false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a password is set by its own account alone';
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NOT coalesce(NEW.email = convert_from(public.scope_given('a'), 'UTF8') AND (is_renewed
    OR (public.scope_is_admin() AND public.scope_system() = 'new-email' AND NEW.id = public.scope_subject())), false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an email is the one that its own account or an administrator typed';
  END IF;
  IF NEW.language <> OLD.language AND NOT (is_own OR public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a language is changed by its own account or an administrator';
  END IF;
  IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account is closed by an administrator';
  END IF;
  IF (NEW.subscription_start_date, NEW.subscription_end_date, NEW.subscription_status)
    IS DISTINCT FROM (OLD.subscription_start_date, OLD.subscription_end_date, OLD.subscription_status)
    AND NOT public.scope_bills() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a subscription is changed by an administrator or by billing';
  END IF;
  IF (NEW.disabled_at, NEW.disabled_by, NEW.disabled_reason) IS DISTINCT FROM (OLD.disabled_at, OLD.disabled_by, OLD.disabled_reason)
    AND (is_own OR NOT public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an account is disabled by another administrator';
  END IF;
  IF NEW.viewer_settings IS DISTINCT FROM OLD.viewer_settings AND NOT is_own THEN
    RAISE insufficient_privilege USING MESSAGE = 'viewer settings are changed by their own account alone';
  END IF;
  IF NEW.held_at IS DISTINCT FROM OLD.held_at AND (NEW.held_at IS NOT NULL OR is_own OR NOT public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a held account is released by an administrator';
  END IF;
  IF NEW.factor_due_on IS DISTINCT FROM OLD.factor_due_on AND (OLD.factor_due_on IS NOT NULL
    OR NEW.id IS DISTINCT FROM public.scope_signed_in() OR NEW.factor_due_on > public.app_now()::date + 366) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the time to set up a second factor begins once, at a sign-in';
  END IF;
  RETURN NEW;
END $function$;

-- The address for which a caller without a session requests a password link or applies, or of which an operator removes a lost
-- second factor.
CREATE OR REPLACE FUNCTION public.scope_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN public.scope_part(3) IN ('reset-request', 'signup', 'factor-removal') THEN convert_from(public.scope_given('a'), 'UTF8') END;
END $function$;
ALTER FUNCTION public.scope_address() OWNER TO medcloud_search;

-- The accounts that what was typed at a center's sign-in names: `CENTER-ID/name` a member, a center ID its own account, else an
-- email one that signs in there. No other letters than these cases and forms are alike: signInThrottleKey() has one key for them.
CREATE OR REPLACE FUNCTION public.accounts_of_center_name(typed text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF strpos(typed, '/') > 0 THEN
    RETURN QUERY SELECT m.user_id FROM public.medical_centers c JOIN public.center_members m ON m.center_id = c.id
    WHERE public.any_case(c.center_id) = public.any_case(split_part(typed, '/', 1))
      AND public.any_case(m.username) = public.any_case(normalize(substr(typed, strpos(typed, '/') + 1))) AND m.state = 'active';
    RETURN;
  END IF;
  RETURN QUERY SELECT c.user_id FROM public.medical_centers c WHERE public.any_case(c.center_id) = public.any_case(typed);
  IF NOT FOUND AND strpos(typed, '@') > 0 THEN
    RETURN QUERY SELECT u.id FROM public.users u WHERE u.email = lower(typed COLLATE "C") AND u.closed_at IS NULL;
  END IF;
END $function$;
ALTER FUNCTION public.accounts_of_center_name(text) OWNER TO medcloud_search;

-- The accounts that a caller without a session names by email, center ID or id, without any proof. No policy asks for
-- them: whoever names an account learns its id, and how its password is hashed (account_to_sign_in).
CREATE OR REPLACE FUNCTION public.scope_named_accounts()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  item text;
  known text;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'sign-in' THEN RETURN; END IF;
  FOREACH item IN ARRAY string_to_array(coalesce(public.scope_part(2), ''), '.') LOOP
    known := substr(item, 2);
    CASE left(item, 1)
      WHEN 'u' THEN
        RETURN NEXT known::uuid;
      WHEN 'e' THEN
        RETURN QUERY SELECT u.id FROM public.users u WHERE u.email = convert_from(decode(known, 'hex'), 'UTF8') AND u.closed_at IS NULL;
      WHEN 'c' THEN
        RETURN QUERY SELECT * FROM public.accounts_of_center_name(convert_from(decode(known, 'hex'), 'UTF8'));
      ELSE NULL;
    END CASE;
  END LOOP;
END $function$;
ALTER FUNCTION public.scope_named_accounts() OWNER TO medcloud_search;

-- The account that a sign-in named, if it has this role and may sign in, and how its password is hashed: the parameters
-- and the salt, without the hash itself.
CREATE OR REPLACE FUNCTION public.account_to_sign_in(of_role text)
 RETURNS TABLE(id uuid, hash_settings text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, regexp_replace(u.password_hash, '[^$]*$', '') FROM public.users u
  WHERE u.id IN (SELECT public.scope_named_accounts()) AND u.closed_at IS NULL AND u.disabled_at IS NULL
    AND (u.role = of_role OR (of_role = 'medical_center' AND u.role IN ('doctor', 'member')
      AND EXISTS (SELECT FROM public.center_members m WHERE m.user_id = u.id AND m.state = 'active')))
  LIMIT 1
$function$;
ALTER FUNCTION public.account_to_sign_in(text) OWNER TO medcloud_search;

-- The account whose password a caller without a session gave: the scope has its id, and the SHA-256 of the stored hash,
-- which only the password yields. Or the account of a challenge whose factor was right (scope_challenged), or of a passkey
-- whose signature was right (scope_passkey_account). Or the
-- administrator whose session the health check tries and takes back.
CREATE OR REPLACE FUNCTION public.scope_signed_in()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  purpose text := public.scope_part(3);
  link text;
  found_value uuid;
BEGIN
  IF purpose = 'factor' THEN RETURN public.scope_challenged(); END IF;
  IF purpose = 'passkey' THEN RETURN public.scope_passkey_account(); END IF;
  IF purpose IS NULL OR purpose NOT IN ('signed-in', 'session-probe') THEN RETURN NULL; END IF;
  link := public.scope_part(2);
  SELECT u.id INTO found_value FROM public.users u
  WHERE u.id = substr(split_part(link, '.', 1), 2)::uuid AND CASE purpose
    WHEN 'signed-in' THEN sha256(convert_to(u.password_hash, 'UTF8')) = decode(substr(split_part(link, '.', 2), 2), 'hex')
    ELSE u.role = 'admin' END;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_signed_in() OWNER TO medcloud_search;

-- The password's hash of the scope's own account: of its session, its right password or its mailed link. The portal's
-- login reads no hash in the table, an administrator's session none of others.
CREATE OR REPLACE FUNCTION public.own_password_hash()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.password_hash FROM public.users u
  WHERE u.id = coalesce(public.scope_user(), public.scope_reset(), public.scope_signed_in())
$function$;
ALTER FUNCTION public.own_password_hash() OWNER TO medcloud_search;

-- The accounts that a caller without a session proved: by its password, or by the secret of a session or token.
CREATE OR REPLACE FUNCTION public.scope_accounts()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  purpose text := public.scope_part(3);
  item text;
  hash bytea;
BEGIN
  IF purpose IS NULL OR purpose NOT IN ('sign-in', 'signed-in', 'factor', 'passkey', 'session-probe') THEN RETURN; END IF;
  IF purpose <> 'sign-in' THEN RETURN NEXT public.scope_signed_in(); END IF;
  FOREACH item IN ARRAY string_to_array(coalesce(public.scope_part(2), ''), '.') LOOP
    CONTINUE WHEN left(item, 1) <> 's';
    hash := decode(substr(item, 2), 'hex');
    RETURN QUERY SELECT s.user_id FROM public.sessions s WHERE s.bearer_hash = hash
    UNION ALL SELECT s.user_id FROM public.sessions s WHERE s.cookie_hash = hash
    UNION ALL SELECT t.user_id FROM public.api_tokens t WHERE t.token_hash = hash;
  END LOOP;
END $function$;
ALTER FUNCTION public.scope_accounts() OWNER TO medcloud_search;

-- Whether the accounts of the scope's secrets have a second factor.
CREATE OR REPLACE FUNCTION public.scope_accounts_have_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(bool_and(public.has_factor(account)), false) FROM public.scope_accounts() account
$function$;
ALTER FUNCTION public.scope_accounts_have_factor() OWNER TO medcloud_search;

-- The active membership of the scope's account in a center, for a session of this role; null for the center's own account.
CREATE OR REPLACE FUNCTION public.member_of(account uuid, session_role text, center uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id FROM public.center_members m
  WHERE session_role = 'medical_center' AND m.user_id = account AND m.center_id = center AND m.state = 'active'
    AND (account = public.scope_user() OR account = public.scope_signed_in())
$function$;
ALTER FUNCTION public.member_of(uuid,text,uuid) OWNER TO medcloud_search;

-- The centers of which the accounts that a caller without a session proved are members.
CREATE OR REPLACE FUNCTION public.scope_account_centers()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.center_id FROM public.center_members m WHERE m.user_id IN (SELECT public.scope_accounts()) AND m.state = 'active'
$function$;
ALTER FUNCTION public.scope_account_centers() OWNER TO medcloud_search;

-- Returns whether a new session's row fits its account: the scope's own session's or the one whose password was given,
-- open, of this role, center and doctor, for a day at most. A password alone is not enough for an account with a second factor;
-- a passkey alone is.
CREATE OR REPLACE FUNCTION public.may_begin_session(account uuid, session_role text, center uuid, doctor uuid, ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (account = public.scope_user() OR account = public.scope_signed_in())
    AND (public.scope_system() IN ('renewing', 'session-probe') OR (public.scope_system() <> 'passkey' AND NOT public.has_factor(account)) OR public.used_challenge_of(account))
    AND ends_at <= public.app_now() + CASE public.scope_system() WHEN 'session-probe' THEN interval '1 minute' ELSE interval '1 day' END AND EXISTS (
    SELECT FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id LEFT JOIN public.doctors d ON d.user_id = u.id
    WHERE u.id = account AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND CASE WHEN public.member_of(account, session_role, center) IS NULL
        THEN u.role = session_role AND c.id IS NOT DISTINCT FROM center AND d.id IS NOT DISTINCT FROM doctor
        ELSE doctor IS NULL END)
$function$;
ALTER FUNCTION public.may_begin_session(uuid,text,uuid,uuid,timestamp with time zone) OWNER TO medcloud_search;

-- The session with a secret, and its account. The caller must know the secret, so no scope is asked for.
CREATE OR REPLACE FUNCTION public.find_session(by_bearer bytea, by_cookie bytea, idle_allowed boolean)
 RETURNS TABLE(session_id uuid, user_id uuid, role text, email text, language text, must_change_password boolean, center_id uuid, doctor_id uuid, doctor_state text, subscription_status text, subscription_start date, subscription_end date, expires_at timestamp with time zone, stale_seconds double precision, password_age_seconds double precision, is_bound boolean, has_factor boolean, factor_due_on date, second_factor_from date, payer_id uuid, member_id uuid, member_username text, member_name text, member_roles text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT s.id, s.user_id, s.role, u.email, u.language::text, u.must_change_password, s.center_id, s.doctor_id, d.state,
    u.subscription_status, u.subscription_start_date, u.subscription_end_date,
    least(s.expires_at, s.last_seen_at + make_interval(secs => least(s.idle_seconds, x.idle_minutes * 60))),
    extract(epoch FROM public.app_now() - s.last_seen_at)::float8,
    extract(epoch FROM public.app_now() - s.authenticated_at)::float8, s.is_bound,
    -- has_factor() without the cost of a call, since each request asks
    EXISTS (SELECT FROM public.totp_secrets t WHERE t.user_id = s.user_id AND t.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM public.passkeys p WHERE p.user_id = s.user_id),
    u.factor_due_on, x.second_factor_from, CASE WHEN s.member_id IS NULL THEN s.user_id ELSE (SELECT c.user_id FROM public.medical_centers c WHERE c.id = s.center_id) END, m.id, m.username, m.display_name, m.roles
  FROM public.sessions s JOIN public.users u ON u.id = s.user_id LEFT JOIN public.doctors d ON d.id = s.doctor_id
    LEFT JOIN public.center_members m ON m.id = s.member_id LEFT JOIN public.center_settings x ON x.center_id = s.center_id
  WHERE (s.bearer_hash = by_bearer OR s.cookie_hash = by_cookie) AND s.revoked_at IS NULL
    AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR m.state = 'active')
    AND (idle_allowed OR s.last_seen_at + make_interval(secs => least(s.idle_seconds, x.idle_minutes * 60)) > public.app_now());
END $function$;
ALTER FUNCTION public.find_session(bytea,bytea,boolean) OWNER TO medcloud_search;

-- How long a session of the scope's account may idle in a center; null where the center chose nothing (find_session).
CREATE OR REPLACE FUNCTION public.own_idle_seconds(center uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT x.idle_minutes * 60 FROM public.center_settings x WHERE x.center_id = center
    AND EXISTS (SELECT FROM public.sessions s WHERE s.center_id = center AND s.user_id = public.scope_user())
$function$;
ALTER FUNCTION public.own_idle_seconds(uuid) OWNER TO medcloud_search;

-- An end is final: neither the account itself nor a statement smuggled into its request takes it back.
CREATE OR REPLACE FUNCTION public.keep_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'an ended session or token does not begin again';
END $function$;

-- A session was used now at the latest, so that it idles.
CREATE OR REPLACE FUNCTION public.guard_session_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.last_seen_at > public.app_now() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a session is not used later than now';
  END IF;
  RETURN NEW;
END $function$;

-- Holds the account of an alarm that says so, never an administrator's, and ends its sessions. Returns the sessions, and
-- the account's tokens, whose running responses end. A sign-in of the moment waits for the account's row or has made a
-- session that ends here.
CREATE OR REPLACE FUNCTION public.hold_account(alarm uuid)
 RETURNS TABLE(ended_id uuid, is_token boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE account uuid;
BEGIN
  UPDATE public.users u SET held_at = coalesce(u.held_at, public.app_now()) FROM public.alarms a
  WHERE a.id = alarm AND u.id = a.user_id AND a.held_at IS NOT NULL AND a.released_at IS NULL
    AND u.role <> 'admin' AND public.scope_system() = 'alarms' RETURNING u.id INTO account;
  RETURN QUERY UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'held'
    WHERE s.user_id = account AND s.revoked_at IS NULL RETURNING s.id, false;
  RETURN QUERY SELECT t.id, true FROM public.api_tokens t
    WHERE t.user_id = account AND t.revoked_at IS NULL AND t.expires_at > public.app_now();
END $function$;
ALTER FUNCTION public.hold_account(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.has_administrator()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_system() = 'start' AND EXISTS (SELECT FROM public.users WHERE role = 'admin')
$function$;
ALTER FUNCTION public.has_administrator() OWNER TO medcloud_search;

-- Counts the mailed links to an address within an hour: password resets, and confirmations of doctors' applications. A refused
-- request has no account and does not count: asking on would keep the owner's requests refused.
CREATE OR REPLACE FUNCTION public.links_to_address(wanted bytea)
 RETURNS TABLE(resets bigint, confirmations bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT (SELECT count(*) FROM public.password_resets WHERE email_index = wanted AND user_id IS NOT NULL
      AND created_at > public.app_now() - interval '1 hour'),
    (SELECT count(*) FROM public.signup_confirmations WHERE email_index = wanted AND created_at > public.app_now() - interval '1 hour')
  WHERE public.scope_system() IN ('reset-request', 'signup')
$function$;
ALTER FUNCTION public.links_to_address(bytea) OWNER TO medcloud_search;

-- Returns the names of the API tokens that audit events refer to, among the tokens of the accounts that acted.
CREATE OR REPLACE FUNCTION public.tokens_of_events(refs text[], accounts uuid[])
 RETURNS TABLE(ref text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.session_reference(t.id), t.name FROM public.api_tokens t
  WHERE t.user_id = ANY (accounts) AND public.session_reference(t.id) = ANY (refs)
    AND ((SELECT public.scope_center()) IS NOT NULL OR (SELECT public.scope_is_admin()))
$function$;
ALTER FUNCTION public.tokens_of_events(text[],uuid[]) OWNER TO medcloud_search;
