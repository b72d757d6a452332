-- Functions of factors. Applied by a start where this file changed.

-- Whether an account has a second factor: a password alone begins no session of it.
CREATE OR REPLACE FUNCTION public.has_factor(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.totp_secrets WHERE user_id = account AND confirmed_at IS NOT NULL)
    -- a suspect one too: who copied it must not bring the account back to its password alone
    OR EXISTS (SELECT FROM public.passkeys WHERE user_id = account)
$function$;
ALTER FUNCTION public.has_factor(uuid) OWNER TO medcloud_search;

-- Whether the account has a second factor whose session the scope has, or whose password was given.
CREATE OR REPLACE FUNCTION public.scope_has_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.has_factor(coalesce(public.scope_user(), public.scope_signed_in()))
$function$;
ALTER FUNCTION public.scope_has_factor() OWNER TO medcloud_search;

-- The ways in which that account proves its second factor, strongest first; none if it has no factor.
CREATE OR REPLACE FUNCTION public.scope_factor_methods()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM public.passkeys WHERE user_id = own.account AND suspect_at IS NULL) THEN 'passkey' END,
    CASE WHEN EXISTS (SELECT FROM public.totp_secrets WHERE user_id = own.account AND confirmed_at IS NOT NULL) THEN 'totp' END,
    CASE WHEN public.has_factor(own.account) THEN 'recovery' END], NULL)
  FROM (SELECT coalesce(public.scope_user(), public.scope_signed_in()) AS account) own
$function$;
ALTER FUNCTION public.scope_factor_methods() OWNER TO medcloud_search;

-- Stores the challenge that a right password yields, by the SHA-256 of its secret, which the scope has, and the caller's network
-- as the portal writes it: an event with another one is refused, and the alarms would wait for it (take_missed_factors).
-- Returns its end.
CREATE OR REPLACE FUNCTION public.begin_challenge(new_id uuid, block text DEFAULT NULL, as_member uuid DEFAULT NULL)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE ends_at timestamptz;
BEGIN
  IF NOT public.is_network_block(block) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a challenge has the network of its caller';
  END IF;
  INSERT INTO public.sign_in_challenges AS c (id, secret_hash, user_id, password_proof, expires_at, address_block, member_id)
  SELECT new_id, public.scope_given('h'), u.id, sha256(convert_to(u.password_hash, 'UTF8')), public.app_now() + interval '10 minutes', block, as_member
  FROM public.users u WHERE u.id = public.scope_signed_in() AND public.scope_system() = 'signed-in'
    AND (as_member IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = as_member AND m.user_id = u.id))
  RETURNING c.expires_at INTO ends_at;
  RETURN ends_at;
END $function$;
ALTER FUNCTION public.begin_challenge(uuid,text,uuid) OWNER TO medcloud_search;

-- Takes challenges that ended without a factor, each once, for the audit log.
CREATE OR REPLACE FUNCTION public.take_missed_factors(most integer)
 RETURNS TABLE(account uuid, block text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE public.sign_in_challenges SET missed_at = public.app_now()
  WHERE id IN (SELECT c.id FROM public.sign_in_challenges c
      WHERE c.used_at IS NULL AND c.missed_at IS NULL AND c.expires_at < public.app_now()
      ORDER BY c.expires_at LIMIT most FOR UPDATE SKIP LOCKED)
    AND public.scope_system() = 'alarms'
  RETURNING user_id, address_block
$function$;
ALTER FUNCTION public.take_missed_factors(integer) OWNER TO medcloud_search;

-- Counts an attempt at the scope's challenge before what was entered is compared, five at most. Returns the account, and
-- the encrypted secret of its authenticator app.
CREATE OR REPLACE FUNCTION public.count_factor_try()
 RETURNS TABLE(account uuid, encrypted_secret bytea)
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.sign_in_challenges c SET attempts = c.attempts + 1
    WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor'
      AND c.used_at IS NULL AND c.attempts < 5 AND c.expires_at > public.app_now()
    RETURNING c.user_id)
  SELECT counted.user_id, t.encrypted_secret
  FROM counted LEFT JOIN public.totp_secrets t ON t.user_id = counted.user_id AND t.confirmed_at IS NOT NULL
$function$;
ALTER FUNCTION public.count_factor_try() OWNER TO medcloud_search;

-- The account of the scope's challenge, once an attempt is counted and the scope has a new session's secrets: the portal
-- mints it after it compared the code. None if the password changed since the challenge began.
CREATE OR REPLACE FUNCTION public.scope_challenged()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.user_id FROM public.sign_in_challenges c JOIN public.users u ON u.id = c.user_id
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor' AND public.scope_given('b') IS NOT NULL
    AND c.attempts > 0 AND c.password_proof = sha256(convert_to(u.password_hash, 'UTF8'))
    AND CASE WHEN c.used_at IS NULL THEN c.expires_at > public.app_now() ELSE c.used_in = pg_current_xact_id_if_assigned() END
$function$;
ALTER FUNCTION public.scope_challenged() OWNER TO medcloud_search;

-- The membership with which the scope's challenge signs in; null for an account's own rights.
CREATE OR REPLACE FUNCTION public.challenged_member()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.member_id FROM public.sign_in_challenges c
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor'
$function$;
ALTER FUNCTION public.challenged_member() OWNER TO medcloud_search;

-- Uses the scope's factor, once: its passkey, the step of the code that was right, or the recovery code whose MAC the scope has. The
-- challenge is then used by this transaction, which may begin the session. Returns whether it was so.
CREATE OR REPLACE FUNCTION public.use_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  challenged uuid := public.scope_challenged();
  step bigint := convert_from(public.scope_given('g'), 'UTF8')::bigint;
BEGIN
  IF challenged IS NULL THEN RETURN false; END IF;
  IF public.scope_given('y') IS NOT NULL THEN
    PERFORM WHERE public.use_passkey();
  ELSIF step IS NOT NULL THEN
    UPDATE public.totp_secrets SET last_step = step
    WHERE user_id = challenged AND confirmed_at IS NOT NULL AND coalesce(last_step, -1) < step;
  ELSE
    UPDATE public.recovery_codes SET used_at = public.app_now()
    WHERE user_id = challenged AND code_mac = public.scope_given('m') AND used_at IS NULL AND public.has_factor(challenged);
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE public.sign_in_challenges SET used_at = public.app_now(), used_in = pg_current_xact_id()
  WHERE secret_hash = public.scope_given('h') AND used_at IS NULL;
  RETURN FOUND;
END $function$;
ALTER FUNCTION public.use_factor() OWNER TO medcloud_search;

-- Whether this transaction used a challenge of the account: one of its password, or one that its passkey signed.
CREATE OR REPLACE FUNCTION public.used_challenge_of(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.sign_in_challenges c
    WHERE c.user_id = account AND c.secret_hash = public.scope_given('h') AND c.used_in = pg_current_xact_id_if_assigned())
    OR (account = public.scope_passkey_account() AND EXISTS (SELECT FROM public.spent_challenges s
      WHERE s.hash = public.scope_given('z') AND s.spent_in = pg_current_xact_id_if_assigned()))
$function$;
ALTER FUNCTION public.used_challenge_of(uuid) OWNER TO medcloud_search;

-- Uses a code of the scope's own authenticator app, once. Confirms an app that waits for its first code. Returns whether it
-- was so.
CREATE OR REPLACE FUNCTION public.use_own_step(step bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH used AS (
    UPDATE public.totp_secrets SET last_step = step, confirmed_at = coalesce(confirmed_at, public.app_now())
    WHERE user_id = public.scope_user() AND coalesce(last_step, -1) < step
      AND step <= extract(epoch FROM public.app_now())::bigint / 30 + 1
      AND CASE WHEN confirmed_at IS NULL
        THEN public.scope_system() = 'factors' AND created_at > public.app_now() - interval '10 minutes'
        ELSE public.scope_system() = 'renewing' END
    RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$function$;
ALTER FUNCTION public.use_own_step(bigint) OWNER TO medcloud_search;

-- The passkey with the scope's credential ID, as a caller without a session presents it: of any account, or of the account of
-- the scope's challenge. A suspect one, and one of a closed or disabled account, is none.
CREATE OR REPLACE FUNCTION public.find_passkey()
 RETURNS TABLE(account uuid, account_role text, handle bytea, public_key bytea, sign_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.role, u.handle, p.public_key, p.sign_count FROM public.passkeys p JOIN public.users u ON u.id = p.user_id
  WHERE p.credential_id = public.scope_given('y') AND p.suspect_at IS NULL AND u.closed_at IS NULL AND u.disabled_at IS NULL
    AND CASE public.scope_system() WHEN 'passkey' THEN true
      WHEN 'factor' THEN EXISTS (SELECT FROM public.sign_in_challenges c WHERE c.secret_hash = public.scope_given('h') AND c.user_id = u.id)
      ELSE false END
$function$;
ALTER FUNCTION public.find_passkey() OWNER TO medcloud_search;

-- The passkeys of the account of the scope's challenge, by which the sign-in may be finished.
CREATE OR REPLACE FUNCTION public.challenged_passkeys()
 RETURNS TABLE(account uuid, credential_id bytea, transports text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.user_id, p.credential_id, p.transports FROM public.sign_in_challenges c JOIN public.passkeys p ON p.user_id = c.user_id
  WHERE c.secret_hash = public.scope_given('h') AND public.scope_system() = 'factor' AND p.suspect_at IS NULL
    AND c.used_at IS NULL AND c.attempts < 5 AND c.expires_at > public.app_now()
$function$;
ALTER FUNCTION public.challenged_passkeys() OWNER TO medcloud_search;

-- The account of the scope's passkey, once the scope has a new session's secrets: the portal mints it after it verified the
-- signature.
CREATE OR REPLACE FUNCTION public.scope_passkey_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.user_id FROM public.passkeys p
  WHERE public.scope_system() = 'passkey' AND public.scope_given('b') IS NOT NULL
    AND p.credential_id = public.scope_given('y') AND p.suspect_at IS NULL
$function$;
ALTER FUNCTION public.scope_passkey_account() OWNER TO medcloud_search;

-- Spends the challenge that the scope's passkey signed, on all nodes. False if it was spent before. Kept for longer than the
-- five minutes of a challenge (challenges.ts).
CREATE OR REPLACE FUNCTION public.spend_challenge()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH spent AS (
    INSERT INTO public.spent_challenges (hash, expires_at, spent_in)
    SELECT public.scope_given('z'), public.app_now() + interval '10 minutes', pg_current_xact_id()
    WHERE public.scope_given('z') IS NOT NULL AND (public.scope_given('b') IS NOT NULL OR public.scope_system() = 'factors')
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM spent)
$function$;
ALTER FUNCTION public.spend_challenge() OWNER TO medcloud_search;

-- Uses the scope's passkey, whose signature the portal verified, and spends its challenge. In a sign-in it is any account's, after
-- a password the challenged account's, in a step-up the session's own. Returns false if its counter went back meanwhile, or if
-- the challenge was spent.
CREATE OR REPLACE FUNCTION public.use_passkey()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE counter bigint := convert_from(public.scope_given('j'), 'UTF8')::bigint;
BEGIN
  IF public.scope_given('b') IS NULL THEN RETURN false; END IF;
  UPDATE public.passkeys SET sign_count = counter, last_used_at = public.app_now()
  WHERE credential_id = public.scope_given('y') AND suspect_at IS NULL AND (sign_count < counter OR (sign_count = 0 AND counter = 0))
    AND CASE public.scope_system() WHEN 'passkey' THEN true
      WHEN 'factor' THEN user_id = public.scope_challenged()
      WHEN 'renewing' THEN user_id = public.scope_user() ELSE false END;
  RETURN FOUND AND public.spend_challenge();
END $function$;
ALTER FUNCTION public.use_passkey() OWNER TO medcloud_search;

-- Makes the scope's passkey suspect: its counter went back, so a copy of it exists. A response that was sent again or came late is
-- none: its challenge is spent, or older than the last use. Returns whether the passkey became suspect now.
CREATE OR REPLACE FUNCTION public.suspect_passkey()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH suspected AS (
    UPDATE public.passkeys SET suspect_at = public.app_now()
    WHERE credential_id = public.scope_given('y') AND public.scope_system() = 'passkey' AND suspect_at IS NULL
      AND sign_count > 0 AND convert_from(public.scope_given('j'), 'UTF8')::bigint <= sign_count
      AND to_timestamp(convert_from(public.scope_given('u'), 'UTF8')::bigint) > coalesce(last_used_at, '-infinity')
      AND NOT EXISTS (SELECT FROM public.spent_challenges s WHERE s.hash = public.scope_given('z'))
    RETURNING 1)
  SELECT EXISTS (SELECT FROM suspected)
$function$;
ALTER FUNCTION public.suspect_passkey() OWNER TO medcloud_search;

-- Removes a second factor: app, passkeys, recovery codes and the challenges of its sign-ins. Ends the account's sessions, and a
-- request to reset the factor. An account without a factor stays as it is. A sign-in of the moment waits for the account's row, or
-- has made a session that ends here.
CREATE OR REPLACE FUNCTION public.remove_factors(owner uuid, OUT removed_kinds text[], OUT ended_sessions uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- NO KEY: a step-up that has used the app inserts a session, whose foreign key must not wait for this lock
  PERFORM FROM public.users u WHERE u.id = owner FOR NO KEY UPDATE;
  DELETE FROM public.totp_secrets t WHERE t.user_id = owner AND t.confirmed_at IS NOT NULL;
  removed_kinds := CASE WHEN FOUND THEN '{totp}' ELSE '{}' END;
  DELETE FROM public.passkeys p WHERE p.user_id = owner;
  IF FOUND THEN removed_kinds := removed_kinds || 'passkey'::text; END IF;
  IF removed_kinds = '{}' THEN RETURN; END IF;
  DELETE FROM public.recovery_codes r WHERE r.user_id = owner;
  DELETE FROM public.sign_in_challenges c WHERE c.user_id = owner;
  UPDATE public.factor_resets r SET done_at = public.app_now()
  WHERE r.user_id = owner AND r.done_at IS NULL AND r.cancelled_at IS NULL;
  WITH ended AS (UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'factor_removed'
    WHERE s.user_id = owner AND s.revoked_at IS NULL RETURNING s.id)
  SELECT array_agg(ended.id) INTO ended_sessions FROM ended;
END $function$;
ALTER FUNCTION public.remove_factors(uuid) OWNER TO medcloud_search;

-- Removes the second factor of the account with the scope's address, for an operator. Returns no row for an unknown address.
CREATE OR REPLACE FUNCTION public.remove_factors_of()
 RETURNS TABLE(account uuid, account_language text, removed_kinds text[], ended_sessions uuid[])
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.language::text, r.removed_kinds, r.ended_sessions
  FROM public.users u, LATERAL public.remove_factors(u.id) r
  WHERE u.email = public.scope_address() AND u.closed_at IS NULL AND public.scope_system() = 'factor-removal'
$function$;
ALTER FUNCTION public.remove_factors_of() OWNER TO medcloud_search;

-- The account of a member whose second factor the scope's center may remove: one whose only rights are memberships of this center,
-- so that nobody opens a doctor's account or another center with it. Null for any other, and for the caller's own.
CREATE OR REPLACE FUNCTION public.resettable_account(member uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id FROM public.center_members m JOIN public.users u ON u.id = m.user_id
  WHERE m.id = member AND m.center_id = public.scope_tenant() AND m.state IN ('active', 'suspended') AND public.scope_may('team.manage')
    AND u.role = 'member' AND u.closed_at IS NULL AND u.id <> public.scope_user()
    AND NOT EXISTS (SELECT FROM public.center_members o WHERE o.user_id = u.id AND o.center_id <> m.center_id AND o.state <> 'ended')
$function$;
ALTER FUNCTION public.resettable_account(uuid) OWNER TO medcloud_search;

-- Removes the second factor of a member, for who manages the team. Returns no row for a member of whom the center may not.
CREATE OR REPLACE FUNCTION public.remove_factors_of_member(member uuid)
 RETURNS TABLE(account uuid, email text, account_language text, removed_kinds text[], ended_sessions uuid[])
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.email, u.language::text, r.removed_kinds, r.ended_sessions
  FROM public.users u, LATERAL public.remove_factors(u.id) r
  WHERE u.id = public.resettable_account(member)
$function$;
ALTER FUNCTION public.remove_factors_of_member(uuid) OWNER TO medcloud_search;

-- Whether an account has a second factor, for an administrator.
CREATE OR REPLACE FUNCTION public.shown_factor(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT public.scope_is_admin() AND public.has_factor(account)
$function$;
ALTER FUNCTION public.shown_factor(uuid) OWNER TO medcloud_search;

-- The addresses of accounts whose second factor is to be removed now: asked for a day ago, and confirmed if it must be. Ends requests
-- that were not confirmed within a week, and those of accounts that set up another factor since.
CREATE OR REPLACE FUNCTION public.due_factor_resets(most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'factor-removal' THEN RETURN; END IF;
  UPDATE public.factor_resets r SET cancelled_at = public.app_now(), cancelled_by_owner = public.set_up_since(r.user_id, r.asked_at)
  WHERE r.cancelled_at IS NULL AND r.done_at IS NULL AND (public.set_up_since(r.user_id, r.asked_at)
    OR (r.needs_confirmation AND r.confirmed_at IS NULL AND r.asked_at < public.app_now() - interval '7 days'));
  RETURN QUERY SELECT u.email FROM public.factor_resets r JOIN public.users u ON u.id = r.user_id
  WHERE u.closed_at IS NULL AND r.cancelled_at IS NULL AND r.done_at IS NULL AND r.effective_at <= public.app_now()
    AND (r.confirmed_at IS NOT NULL OR NOT r.needs_confirmation)
  ORDER BY r.effective_at LIMIT most;
END $function$;
ALTER FUNCTION public.due_factor_resets(integer) OWNER TO medcloud_search;

-- Whether an account set up a second factor after this time.
CREATE OR REPLACE FUNCTION public.set_up_since(account uuid, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.totp_secrets WHERE user_id = account AND confirmed_at > since)
    OR EXISTS (SELECT FROM public.passkeys WHERE user_id = account AND created_at > since)
$function$;
ALTER FUNCTION public.set_up_since(uuid,timestamp with time zone) OWNER TO medcloud_search;

-- Ends the due request about the account with the scope's address, once. Returns whether there was one.
CREATE OR REPLACE FUNCTION public.take_factor_reset()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH taken AS (UPDATE public.factor_resets r SET done_at = public.app_now()
    FROM public.users u
    WHERE u.email = public.scope_address() AND u.closed_at IS NULL AND r.user_id = u.id AND public.scope_system() = 'factor-removal'
      AND r.cancelled_at IS NULL AND r.done_at IS NULL AND r.effective_at <= public.app_now()
      AND (r.confirmed_at IS NOT NULL OR NOT r.needs_confirmation) AND NOT public.set_up_since(u.id, r.asked_at)
    RETURNING 1)
  SELECT EXISTS (SELECT FROM taken)
$function$;
ALTER FUNCTION public.take_factor_reset() OWNER TO medcloud_search;

-- Stops the open request whose mailed link the scope has. Returns its account; null if it is over.
CREATE OR REPLACE FUNCTION public.stop_factor_reset()
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE public.factor_resets r SET cancelled_at = public.app_now(), cancelled_by_owner = true
  WHERE r.cancel_hash = public.scope_given('t') AND public.scope_system() = 'factor-reset'
    AND r.cancelled_at IS NULL AND r.done_at IS NULL
  RETURNING r.user_id
$function$;
ALTER FUNCTION public.stop_factor_reset() OWNER TO medcloud_search;

-- The account whose request the scope's mailed link stopped in this transaction or before.
CREATE OR REPLACE FUNCTION public.scope_kept_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT r.user_id FROM public.factor_resets r
  WHERE r.cancel_hash = public.scope_given('t') AND public.scope_system() = 'factor-reset' AND r.cancelled_by_owner
$function$;
ALTER FUNCTION public.scope_kept_account() OWNER TO medcloud_search;

-- Counts the passkeys that were made for another domain than this, and names the one of the newest, for the health check.
CREATE OR REPLACE FUNCTION public.passkeys_of_other_domains(own_domain text)
 RETURNS TABLE(count bigint, other text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*), (array_agg(p.domain ORDER BY p.created_at DESC))[1] FROM public.passkeys p
  WHERE p.domain <> own_domain AND public.scope_system() = 'health'
$function$;
ALTER FUNCTION public.passkeys_of_other_domains(text) OWNER TO medcloud_search;

-- Counts the verified doctors, and those of them who have a second factor, for the health check.
CREATE OR REPLACE FUNCTION public.doctors_with_factor()
 RETURNS TABLE(doctors bigint, protected bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*), count(*) FILTER (WHERE public.has_factor(u.id))
  FROM public.users u JOIN public.doctors d ON d.user_id = u.id
  WHERE d.state = 'verified' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND public.scope_system() = 'health'
$function$;
ALTER FUNCTION public.doctors_with_factor() OWNER TO medcloud_search;

-- Counts the administrators who have no second factor, for the health check.
CREATE OR REPLACE FUNCTION public.administrators_without_factor()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FROM public.users u
  WHERE u.role = 'admin' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND NOT public.has_factor(u.id)
    AND public.scope_system() = 'health'
$function$;
ALTER FUNCTION public.administrators_without_factor() OWNER TO medcloud_search;
