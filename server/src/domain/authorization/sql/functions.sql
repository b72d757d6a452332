-- Functions of authorization. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.scope_block_doctor()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT doctor_id FROM public.block_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND created_at > public.app_now() - interval '90 days'
$function$;
ALTER FUNCTION public.scope_block_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_block_phone()
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT phone_index FROM public.block_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND created_at > public.app_now() - interval '90 days'
$function$;
ALTER FUNCTION public.scope_block_phone() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_center()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT center_id FROM public.sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
  UNION ALL
  SELECT center_id FROM public.api_tokens
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL AND expires_at > public.app_now()
$function$;
ALTER FUNCTION public.scope_center() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_doctor()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT doctor_id FROM public.sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
  UNION ALL
  SELECT doctor_id FROM public.api_tokens
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL AND expires_at > public.app_now()
$function$;
ALTER FUNCTION public.scope_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_exam()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN current_setting('medcloud.system', true) = 'imaging'
    THEN nullif(current_setting('medcloud.exam', true), '')::uuid END
$function$;

CREATE OR REPLACE FUNCTION public.scope_is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT role = 'admin' FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL), false)
$function$;
ALTER FUNCTION public.scope_is_admin() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT request_id FROM consent_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex') AND ended_at IS NULL
$function$;
ALTER FUNCTION public.scope_link() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_access()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT access_id FROM consent_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex') AND ended_at IS NULL
$function$;
ALTER FUNCTION public.scope_link_access() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_reset()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT user_id FROM public.password_resets
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND public.scope_system() = 'recovery' AND superseded_at IS NULL AND expires_at > public.app_now()
    AND (used_at IS NULL OR used_at = public.app_now())
$function$;
ALTER FUNCTION public.scope_reset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_system()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('medcloud.system', true), '')
$function$;

CREATE OR REPLACE FUNCTION public.scope_user()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT user_id FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
$function$;
ALTER FUNCTION public.scope_user() OWNER TO medcloud_search;
