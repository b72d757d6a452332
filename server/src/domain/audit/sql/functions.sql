-- Functions of audit. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.audit_unsealed (event_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.trail_patient(public_id text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_is_admin()
$function$;
ALTER FUNCTION public.trail_patient(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patients(ids uuid[])
 RETURNS TABLE(id uuid, patient_id text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE p.id = ANY (ids) AND (public.scope_is_admin() OR public.scope_system() = 'breach')
$function$;
ALTER FUNCTION public.trail_patients(uuid[]) OWNER TO medcloud_search;
