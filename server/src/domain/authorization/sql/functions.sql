-- Functions of authorization. Applied by a start where this file changed.
--
-- The scope of a transaction is proven, not claimed: the setting medcloud.scope is a text
-- 'session,link,system,subject,clock offset,MAC'. The MAC is HMAC-SHA-256 under a key of this connection, which the
-- application's login cannot read. A statement that sets another text fails in every function below.

CREATE OR REPLACE FUNCTION keys.hmac_pad(key bytea, pad integer)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE padded bytea := key || decode(repeat('00', 64 - octet_length(key)), 'hex');
BEGIN
  FOR place IN 0..63 LOOP padded := set_byte(padded, place, get_byte(padded, place) # pad); END LOOP;
  RETURN padded;
END $function$;

CREATE OR REPLACE FUNCTION keys.hmac_sha256(key bytea, message text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(keys.hmac_pad(key, 92) || sha256(keys.hmac_pad(key, 54) || convert_to(message, 'UTF8')))
$function$;

-- Registers this connection: its key is derived from the portal's scope key, its process and a number that only grows,
-- so what another connection sent before is refused.
CREATE OR REPLACE FUNCTION public.open_connection(scope_key_id uuid, number bigint, mac bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  scope_key bytea;
  connection_key bytea;
  name text := pg_backend_pid() || ',' || number;
BEGIN
  SELECT k.key INTO scope_key FROM keys.scope_keys k WHERE k.id = scope_key_id;
  IF scope_key IS NULL OR number IS NULL OR keys.hmac_sha256(scope_key, 'open,' || name) IS DISTINCT FROM mac THEN
    RAISE EXCEPTION 'This connection is not opened by the portal.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  connection_key := keys.hmac_sha256(scope_key, 'scope,' || name);
  INSERT INTO keys.scope_connections AS c (pid, key_id, connection_number, inner_pad, outer_pad)
  VALUES (pg_backend_pid(), scope_key_id, number, keys.hmac_pad(connection_key, 54), keys.hmac_pad(connection_key, 92))
  ON CONFLICT (pid) DO UPDATE SET key_id = excluded.key_id, connection_number = excluded.connection_number, inner_pad = excluded.inner_pad,
    outer_pad = excluded.outer_pad, opened_at = now()
  WHERE excluded.connection_number > c.connection_number;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This connection was opened before.' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $function$;

-- Returns one part of the proven scope; null if it is empty or no scope is set. Only scope functions may call it.
CREATE OR REPLACE FUNCTION public.scope_part(part integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  claim text := current_setting('medcloud.scope', true);
  body text := left(claim, -65);
  pads record;
BEGIN
  IF coalesce(claim, '') = '' THEN RETURN NULL; END IF;
  SELECT c.inner_pad, c.outer_pad INTO pads FROM keys.scope_connections c WHERE c.pid = pg_backend_pid();
  IF NOT FOUND OR encode(sha256(pads.outer_pad || sha256(pads.inner_pad || convert_to(body, 'UTF8'))), 'hex') <> right(claim, 64) THEN
    RAISE EXCEPTION 'The scope is not proven.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN nullif(split_part(body, ',', part), '');
END $function$;

CREATE OR REPLACE FUNCTION public.scope_block_doctor()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT doctor_id INTO found_value FROM public.block_links
  WHERE token_hash = public.scope_link_hash() AND created_at > public.app_now() - interval '90 days';
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_block_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_block_phone()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value bytea;
BEGIN
  SELECT phone_index INTO found_value FROM public.block_links
  WHERE token_hash = public.scope_link_hash() AND created_at > public.app_now() - interval '90 days';
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_block_phone() OWNER TO medcloud_search;

-- The center whose patients and exams the scope may see: of its own account, or of a member with a clinical role.
CREATE OR REPLACE FUNCTION public.scope_center()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.center_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active' AND m.is_clinical));
  IF NOT FOUND THEN
    SELECT t.center_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active' AND m.is_clinical))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_center() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_doctor()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT doctor_id INTO found_value FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now();
  IF NOT FOUND THEN
    SELECT doctor_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_exam()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN public.scope_part(3) = 'imaging' THEN public.scope_part(4)::uuid END;
END $function$;
ALTER FUNCTION public.scope_exam() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
BEGIN
  RETURN session IS NOT NULL AND coalesce((SELECT role = 'admin' FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now()), false);
END $function$;
ALTER FUNCTION public.scope_is_admin() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT request_id INTO found_value FROM public.consent_links
  WHERE token_hash = public.scope_link_hash() AND ended_at IS NULL;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_link() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_access()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  SELECT access_id INTO found_value FROM public.consent_links
  WHERE token_hash = public.scope_link_hash() AND ended_at IS NULL;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_link_access() OWNER TO medcloud_search;

-- SHA-256 of the token in a consent, block or mailed link. Other purposes have other values there (scope_given,
-- scope_named_accounts).
CREATE OR REPLACE FUNCTION public.scope_link_hash()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE WHEN coalesce(public.scope_part(3), '') IN ('', 'recovery') THEN decode(public.scope_part(2), 'hex')
    -- the scope of an application has no link, but what scope_given() reads
    WHEN public.scope_part(3) = 'signup' THEN decode(substring(public.scope_part(2) FROM '^[0-9a-f]{64}$'), 'hex')
    WHEN public.scope_part(3) = 'consent' THEN public.scope_given('l') END;
END $function$;
ALTER FUNCTION public.scope_link_hash() OWNER TO medcloud_search;

-- What the portal computed for what is stored or compared, by its kind: 'n' the blind index of a phone number, 'i' the id of
-- a new code, 'm' the MAC of the code that was entered, 't' the SHA-256 of a new link's token, 'l' that of the consent link,
-- 'p', 'd' and 'e' the patients, days and exam types that the patient chose there ('p' elsewhere the SHA-256 of an account's new
-- password hash), 'a' an address, 'x' its blind index,
-- 'b' and 'c' the SHA-256 of the two secrets of a new session, 'k' that of a new API token, 'w' that of a moved exam's keys,
-- 'o' that of the secret for the list of a phone's grants or for own pictures, 'q' a patient's date of birth, 'f' the id of
-- the stored object of a new upload, 'v' an applicant's license number, 'h' the SHA-256 of a sign-in challenge's secret, 'g' the
-- step of an authenticator app's code, 'y' a passkey's credential ID, 'j' the counter of its signature, 'z' the SHA-256 of the
-- challenge that it signed, 'r' that of a new one's public key. The row must have the same, so a
-- statement smuggled into the request can neither choose a secret or terms nor store a secret that it knows.
CREATE OR REPLACE FUNCTION public.scope_given(kind text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF coalesce(public.scope_part(3), '') NOT IN ('matching', 'consent', 'overview', 'own', 'resending', 'moving', 'uploading', 'renewing', 'signed-in', 'factor', 'factors', 'passkey', 'session-probe', 'reset-request', 'signup', 'factor-removal', 'factor-reset', 'new-reset', 'new-email', 'inviting', 'invitation') THEN RETURN NULL; END IF;
  RETURN (SELECT decode(substr(item, 2), 'hex') FROM unnest(string_to_array(public.scope_part(2), '.')) AS item
    -- a letter and hexadecimal digits, unlike the hash of a mailed link's token
    WHERE left(item, 1) = kind AND length(item) % 2 = 1 LIMIT 1);
END $function$;
ALTER FUNCTION public.scope_given(text) OWNER TO medcloud_search;

-- The blind index of the phone whose grants the scope lists: a code from that phone opened the list less than 20 minutes
-- ago (limits.overviewMs), and its link has not ended.
CREATE OR REPLACE FUNCTION public.scope_overview()
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value bytea;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'overview' THEN RETURN NULL; END IF;
  SELECT c.phone_index INTO found_value FROM public.link_codes c JOIN public.consent_links l ON l.token_hash = c.token_hash
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'overview'
    AND c.used_at > public.app_now() - interval '20 minutes'
    AND c.superseded_at IS NULL AND l.ended_at IS NULL;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_overview() OWNER TO medcloud_search;

-- The place on a consent link by which a patient sees the own pictures: a code from the phone of a consent link and the date of birth opened them
-- less than 30 minutes ago (ownViewingMs), the link has not ended, it still shows the patient's record, and the
-- patient's center allows it.
CREATE OR REPLACE FUNCTION public.scope_own_access()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'own' THEN RETURN NULL; END IF;
  SELECT a.id INTO found_value FROM public.link_codes c
  JOIN public.consent_links l ON l.token_hash = c.token_hash
  JOIN public.patient_access a ON a.request_id = l.request_id AND a.patient_id = c.patient_id
  JOIN public.patients p ON p.id = c.patient_id
  JOIN public.medical_centers m ON m.id = p.center_id
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own'
    AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
    AND (a.id = l.access_id OR (l.access_id IS NULL AND a.unlinked_at IS NULL))
    AND p.erased_at IS NULL AND m.own_viewing_days IS NOT NULL;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_own_access() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'own' THEN RETURN NULL; END IF;
  RETURN (SELECT a.patient_id FROM public.patient_access a WHERE a.id = (SELECT public.scope_own_access()));
END $function$;
ALTER FUNCTION public.scope_own() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_own_center()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE patient uuid := public.scope_own();
BEGIN
  IF patient IS NULL THEN RETURN NULL; END IF;
  RETURN (SELECT p.center_id FROM public.patients p WHERE p.id = patient);
END $function$;
ALTER FUNCTION public.scope_own_center() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_reset()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'recovery' THEN RETURN NULL; END IF;
  SELECT user_id INTO found_value FROM public.password_resets
  WHERE token_hash = public.scope_link_hash() AND superseded_at IS NULL AND expires_at > public.app_now()
    AND (used_at IS NULL OR used_at = public.app_now());
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_reset() OWNER TO medcloud_search;

-- The only record of a job: a message that is sent, or a doctor whose requests are watched.
CREATE OR REPLACE FUNCTION public.scope_subject()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN public.scope_part(4)::uuid;
END $function$;
ALTER FUNCTION public.scope_subject() OWNER TO medcloud_search;

-- The purpose of the scope; empty if it has none, not null: `NULL AND …` evaluates what follows, a policy's subquery too.
CREATE OR REPLACE FUNCTION public.scope_system()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN coalesce(public.scope_part(3), '');
END $function$;
ALTER FUNCTION public.scope_system() OWNER TO medcloud_search;

-- The center of the scope's session or token, whatever its roles: for its account, its team and its settings.
CREATE OR REPLACE FUNCTION public.scope_tenant()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.center_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active'));
  IF NOT FOUND THEN
    SELECT t.center_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active'))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_tenant() OWNER TO medcloud_search;

-- The scope's membership; null for a center's own account.
CREATE OR REPLACE FUNCTION public.scope_member()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT s.member_id INTO found_value FROM public.sessions s
  WHERE s.id = session AND s.revoked_at IS NULL AND s.expires_at > public.app_now()
    AND (s.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = s.member_id AND m.state = 'active'));
  IF NOT FOUND THEN
    SELECT t.member_id INTO found_value FROM public.api_tokens t
    WHERE t.id = session AND t.revoked_at IS NULL AND t.expires_at > public.app_now()
      AND (t.member_id IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = t.member_id AND m.state = 'active'))
      AND NOT EXISTS (SELECT FROM public.users u WHERE u.id = t.user_id AND u.held_at IS NOT NULL);
  END IF;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_member() OWNER TO medcloud_search;

-- Whether the scope's center session or token includes a permission of the contract's table (contract/src/permissions.ts), which
-- a test compares. A center's own account may do all.
CREATE OR REPLACE FUNCTION public.scope_may(permission text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE member uuid;
BEGIN
  IF public.scope_tenant() IS NULL THEN RETURN false; END IF;
  member := public.scope_member();
  RETURN member IS NULL OR EXISTS (SELECT FROM public.center_members m WHERE m.id = member AND m.roles && CASE permission
    WHEN 'amka.reveal' THEN ARRAY['owner', 'secretary']
    WHEN 'exams.confirm' THEN ARRAY['owner', 'technician', 'radiologist']
    WHEN 'exams.move' THEN ARRAY['owner', 'technician']
    WHEN 'exams.withdraw' THEN ARRAY['owner', 'radiologist']
    WHEN 'access.manage' THEN ARRAY['owner', 'secretary']
    WHEN 'billing.manage' THEN ARRAY['owner', 'billing']
    WHEN 'team.manage' THEN ARRAY['owner']
    WHEN 'settings.manage' THEN ARRAY['owner'] END);
END $function$;
ALTER FUNCTION public.scope_may(text) OWNER TO medcloud_search;

-- The account that pays for the scope's: a doctor's or a center's own; for a member who manages billing, the center's own.
CREATE OR REPLACE FUNCTION public.scope_payer()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF public.scope_member() IS NULL THEN RETURN public.scope_user(); END IF;
  IF NOT public.scope_may('billing.manage') THEN RETURN NULL; END IF;
  RETURN (SELECT c.user_id FROM public.medical_centers c WHERE c.id = public.scope_tenant());
END $function$;
ALTER FUNCTION public.scope_payer() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_user()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  found_value uuid;
BEGIN
  IF session IS NULL THEN RETURN NULL; END IF;
  SELECT user_id INTO found_value FROM public.sessions WHERE id = session AND revoked_at IS NULL AND expires_at > public.app_now();
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_user() OWNER TO medcloud_search;
