-- Functions of centers. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.begin_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.center_figures (center_id) VALUES (NEW.id);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.begin_figures() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_exams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET exams = f.exams + c.n, exam_bytes = f.exam_bytes + c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM added WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET exams = f.exams - c.n, exam_bytes = f.exam_bytes - c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM gone WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_exams() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_patients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET patients = f.patients + c.n
    FROM (SELECT center_id, count(*) AS n FROM added GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET patients = f.patients - c.n
    FROM (SELECT center_id, count(*) AS n FROM gone GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_patients() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE sign integer := CASE WHEN NEW.status = 'withdrawn' THEN -1 ELSE 1 END;
BEGIN
  UPDATE public.center_figures SET exams = exams + sign, exam_bytes = exam_bytes + sign * NEW.file_size WHERE center_id = NEW.center_id;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_withdrawal() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_center()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- billing stores the plan that a center chose
  IF public.scope_system() = 'billing' AND to_jsonb(NEW) - '{plan,quota_bytes}'::text[] = to_jsonb(OLD) - '{plan,quota_bytes}'::text[] THEN
    RETURN NEW;
  END IF;
  IF NOT public.scope_is_admin()
    AND to_jsonb(NEW) - '{last_activity_at,own_viewing_days}'::text[] <> to_jsonb(OLD) - '{last_activity_at,own_viewing_days}'::text[] THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center is changed by an administrator';
  END IF;
  IF NEW.own_viewing_days IS DISTINCT FROM OLD.own_viewing_days AND (NEW.id IS DISTINCT FROM public.scope_tenant() OR NOT public.scope_may('settings.manage')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center chooses itself when patients see their own pictures';
  END IF;
  RETURN NEW;
END $function$;

-- What may change of a membership. Its roles and state: by another member who manages the team. It joins once, by its mailed
-- link; the person leaves it. Nothing of an ended one changes.
CREATE OR REPLACE FUNCTION public.guard_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_own boolean := coalesce(OLD.user_id = public.scope_user(), false);
  -- the database computes is_clinical after this trigger
  changed jsonb := to_jsonb(NEW) - '{is_clinical}'::text[];
  earlier jsonb := to_jsonb(OLD) - '{is_clinical}'::text[];
BEGIN
  IF OLD.state = 'ended' THEN RAISE insufficient_privilege USING MESSAGE = 'an ended membership does not change'; END IF;
  IF public.scope_system() = 'invitation' THEN
    IF changed - '{state,user_id,joined_at}'::text[] = earlier - '{state,user_id,joined_at}'::text[]
      AND OLD.state = 'invited' AND NEW.state = 'active' AND NEW.joined_at = public.app_now() THEN RETURN NEW; END IF;
    RAISE insufficient_privilege USING MESSAGE = 'an invitation is accepted once';
  END IF;
  IF changed - '{roles,username,display_name,state,suspended_at,ended_at,invite_hash,invited_at,invite_expires_at}'::text[]
    <> earlier - '{roles,username,display_name,state,suspended_at,ended_at,invite_hash,invited_at,invite_expires_at}'::text[] THEN
    RAISE insufficient_privilege USING MESSAGE = 'a membership stays with its center, person and address';
  END IF;
  IF NEW.invite_hash <> OLD.invite_hash AND NOT coalesce(OLD.state = 'invited' AND NEW.invite_hash = public.scope_given('t')
    AND OLD.email = convert_from(public.scope_given('a'), 'UTF8') AND NEW.invited_at = public.app_now()
    AND NEW.invite_expires_at <= public.app_now() + interval '7 days', false) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an invitation has the link that is mailed';
  END IF;
  IF (NEW.invited_at, NEW.invite_expires_at) IS DISTINCT FROM (OLD.invited_at, OLD.invite_expires_at) AND NEW.invite_hash = OLD.invite_hash THEN
    RAISE insufficient_privilege USING MESSAGE = 'an invitation ends as it was mailed';
  END IF;
  IF NOT public.scope_may('team.manage') AND (NOT is_own OR NEW.state <> 'ended' OR changed - '{state,suspended_at,ended_at}'::text[] <> earlier - '{state,suspended_at,ended_at}'::text[]) THEN
    RAISE insufficient_privilege USING MESSAGE = 'who does not manage the team only leaves it';
  END IF;
  IF NEW.roles <> OLD.roles AND is_own THEN RAISE insufficient_privilege USING MESSAGE = 'a member does not change their own roles'; END IF;
  IF NEW.state <> OLD.state AND NOT (CASE WHEN is_own THEN NEW.state = 'ended' ELSE
    (OLD.state, NEW.state) IN (('invited', 'ended'), ('active', 'suspended'), ('suspended', 'active'), ('active', 'ended'), ('suspended', 'ended')) END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a membership does not change to this state';
  END IF;
  RETURN NEW;
END $function$;

-- The membership of the scope's mailed invitation: open, or accepted by this transaction.
CREATE OR REPLACE FUNCTION public.scope_invited()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_part(3) IS DISTINCT FROM 'invitation' THEN RETURN NULL; END IF;
  SELECT m.id INTO found_value FROM public.center_members m
  WHERE m.invite_hash = public.scope_given('t') AND m.invite_expires_at > public.app_now()
    AND (m.state = 'invited' OR (m.state = 'active' AND m.joined_at = public.app_now()));
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_invited() OWNER TO medcloud_search;

-- The center of the scope's invitation, the account of the invited address, and the center's own, which is mailed.
CREATE OR REPLACE FUNCTION public.find_invitation()
 RETURNS TABLE(member_id uuid, center uuid, center_name text, center_code text, account uuid, account_role text, owner_email text, owner_language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id, c.id, c.name, c.center_id, u.id, u.role, o.email, o.language::text
  FROM public.center_members m JOIN public.medical_centers c ON c.id = m.center_id JOIN public.users o ON o.id = c.user_id
  LEFT JOIN public.users u ON u.email = m.email AND u.closed_at IS NULL
  WHERE m.id = public.scope_invited() AND m.state = 'invited'
$function$;
ALTER FUNCTION public.find_invitation() OWNER TO medcloud_search;

-- The account of the invited address, of a person whose memberships all ended or rest: it signs in nowhere, so who has the mailed
-- link chooses a new password, as by a password link. A second factor stays.
CREATE OR REPLACE FUNCTION public.scope_rejoining()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE invitation uuid := public.scope_invited();
BEGIN
  IF invitation IS NULL THEN RETURN NULL; END IF;
  RETURN (SELECT u.id FROM public.users u JOIN public.center_members m ON m.email = u.email
    WHERE m.id = invitation AND u.role = 'member' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND NOT EXISTS (SELECT FROM public.center_members o WHERE o.user_id = u.id AND o.state = 'active' AND o.id <> m.id));
END $function$;
ALTER FUNCTION public.scope_rejoining() OWNER TO medcloud_search;

-- Whether an account may accept the scope's invitation: that of its address, which this transaction makes, whose session the
-- scope has, or which signs in nowhere. An administrator's account and a center's own have no other rights.
CREATE OR REPLACE FUNCTION public.may_join(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.users u JOIN public.center_members m ON m.email = u.email
    WHERE u.id = account AND m.id = public.scope_invited() AND u.role IN ('doctor', 'member')
      AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.held_at IS NULL
      AND (u.id = public.scope_user() OR u.id = public.scope_rejoining() OR (u.role = 'member' AND u.created_at = public.app_now())))
$function$;
ALTER FUNCTION public.may_join(uuid) OWNER TO medcloud_search;

-- Ends the sessions and tokens of a membership that is suspended or ended, for who manages the team and for the person. Returns
-- them: their running responses end.
CREATE OR REPLACE FUNCTION public.end_member_access(member uuid)
 RETURNS TABLE(ended_id uuid, is_token boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.center_members m WHERE m.id = member AND m.state IN ('suspended', 'ended')
    AND ((m.center_id = public.scope_tenant() AND public.scope_may('team.manage')) OR m.user_id = public.scope_user())) THEN RETURN; END IF;
  RETURN QUERY UPDATE public.api_tokens t SET revoked_at = public.app_now()
    WHERE t.member_id = member AND t.revoked_at IS NULL AND t.expires_at > public.app_now() RETURNING t.id, true;
  RETURN QUERY UPDATE public.sessions s SET revoked_at = public.app_now(), revoke_cause = 'member_ended'
    WHERE s.member_id = member AND s.revoked_at IS NULL RETURNING s.id, false;
END $function$;
ALTER FUNCTION public.end_member_access(uuid) OWNER TO medcloud_search;

-- Whether members have a second factor, and when they last signed in to the center, for who manages its team.
CREATE OR REPLACE FUNCTION public.member_security(members uuid[])
 RETURNS TABLE(member_id uuid, has_factor boolean, last_sign_in_at timestamptz)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.id, m.user_id IS NOT NULL AND public.has_factor(m.user_id),
    (SELECT max(s.created_at) FROM public.sessions s WHERE s.member_id = m.id)
  FROM public.center_members m
  WHERE m.id = ANY (members) AND m.center_id = public.scope_tenant() AND public.scope_may('team.manage')
$function$;
ALTER FUNCTION public.member_security(uuid[]) OWNER TO medcloud_search;

-- Whether a center requires a second factor of the scope's account: its own center, or one of which it is an active member.
CREATE OR REPLACE FUNCTION public.scope_center_requires_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.center_settings x JOIN public.medical_centers c ON c.id = x.center_id
    WHERE x.second_factor_from IS NOT NULL AND (c.user_id = public.scope_user() OR EXISTS (
      SELECT FROM public.center_members m WHERE m.center_id = c.id AND m.user_id = public.scope_user() AND m.state = 'active')))
$function$;
ALTER FUNCTION public.scope_center_requires_factor() OWNER TO medcloud_search;

-- The active members of the scope's center who have no second factor, for who manages its settings; null: its own account.
CREATE OR REPLACE FUNCTION public.members_without_factor()
 RETURNS TABLE(member_id uuid, display_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.member_id, p.display_name FROM (
    SELECT m.id AS member_id, m.display_name, m.user_id FROM public.center_members m
    WHERE m.center_id = public.scope_tenant() AND m.state = 'active'
    UNION ALL SELECT NULL, c.name, c.user_id FROM public.medical_centers c WHERE c.id = public.scope_tenant()) p
  WHERE public.scope_may('settings.manage') AND NOT public.has_factor(p.user_id)
  ORDER BY p.member_id IS NOT NULL, p.display_name, p.member_id
$function$;
ALTER FUNCTION public.members_without_factor() OWNER TO medcloud_search;
