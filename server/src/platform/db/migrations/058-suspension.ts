import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator must be able to shut an account out without closing it (security 7): its e-mail and licence stay
 * taken, grants stay and give nothing, and it can be let in again. What this ends of others' rows (a doctor's codes and
 * requests that wait, an account's API tokens) is ended by function: no row of them opens to an administrator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns + functions).execute(db);
}

const columns = `
ALTER TABLE users ADD COLUMN disabled_at timestamptz, ADD COLUMN disabled_by uuid REFERENCES users (id),
  ADD COLUMN disabled_reason text CHECK (length(disabled_reason) <= 1000),
  ADD CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)), ADD CHECK (disabled_at IS NOT NULL OR disabled_reason IS NULL);
GRANT UPDATE (disabled_at, disabled_by, disabled_reason) ON users TO medcloud_app;

-- as in 014, and: an account is disabled and enabled by an administrator, and never one's own
CREATE OR REPLACE FUNCTION guard_user() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;
`;

const functions = `
GRANT SELECT (disabled_at) ON users TO medcloud_search;
GRANT SELECT (user_id), UPDATE (revoked_at) ON api_tokens TO medcloud_search;
GRANT SELECT (doctor_id, superseded_at), UPDATE (code_mac, superseded_at) ON otp_verifications TO medcloud_search;
CREATE POLICY ended_by_admin ON api_tokens FOR UPDATE TO medcloud_search
  USING (scope_is_admin()) WITH CHECK (revoked_at IS NOT NULL);
CREATE POLICY cancelled_by_admin ON otp_verifications FOR UPDATE TO medcloud_search
  USING (scope_is_admin()) WITH CHECK (superseded_at IS NOT NULL AND code_mac IS NULL);

-- as in 014, and: a disabled account is sent no link for a new password, while its address stays known at sign-up
CREATE OR REPLACE FUNCTION account_of_address(wanted text) RETURNS TABLE (id uuid, role text, language text, center_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT u.id, u.role, u.language, c.center_id FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id
  WHERE u.email = wanted AND u.closed_at IS NULL
    AND (public.scope_system() = 'signup' OR (public.scope_system() = 'recovery' AND u.disabled_at IS NULL))
$$;

GRANT CREATE ON SCHEMA public TO medcloud_search;
-- ends the API tokens of an account; says how many worked
CREATE FUNCTION end_tokens_of(account uuid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH ended AS (UPDATE public.api_tokens SET revoked_at = public.app_now()
    WHERE user_id = account AND revoked_at IS NULL AND expires_at > public.app_now() AND public.scope_is_admin() RETURNING 1)
  SELECT count(*) FROM ended
$$;
-- ends what a doctor has asked for and nobody has answered: codes are erased, requests lapse; answers whose records they were
CREATE FUNCTION cancel_requests_of(doctor uuid) RETURNS TABLE (center uuid, patient uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT public.scope_is_admin() THEN RETURN; END IF;
  UPDATE public.otp_verifications SET superseded_at = public.app_now(), code_mac = NULL
    WHERE doctor_id = doctor AND verified_at IS NULL AND superseded_at IS NULL;
  RETURN QUERY UPDATE public.patient_access a SET status = 'expired', ended_at = public.app_now(), expires_at = public.app_now()
    WHERE a.doctor_id = doctor AND a.status = 'pending' AND a.expires_at > public.app_now() RETURNING a.center_id, a.patient_id;
END $$;
REVOKE ALL ON FUNCTION end_tokens_of(uuid), cancel_requests_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_tokens_of(uuid), cancel_requests_of(uuid) TO medcloud_app;
ALTER FUNCTION end_tokens_of(uuid) OWNER TO medcloud_search;
ALTER FUNCTION cancel_requests_of(uuid) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
