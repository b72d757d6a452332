-- Functions of dashboards. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.count_records()
 RETURNS TABLE(patients bigint, exams bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(patients), 0)::bigint, coalesce(sum(exams), 0)::bigint FROM public.center_figures HAVING public.scope_is_admin()
$function$;
ALTER FUNCTION public.count_records() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_records_of_center(center uuid)
 RETURNS TABLE(patients bigint, exams bigint, exam_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT f.patients, f.exams, f.exam_bytes FROM public.center_figures f WHERE f.center_id = center AND public.scope_is_admin()
$function$;
ALTER FUNCTION public.count_records_of_center(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_storage()
 RETURNS TABLE(used_bytes bigint, file_count bigint, recent_bytes bigint, recent_days double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(size_bytes), 0)::bigint, count(*),
    coalesce(sum(size_bytes) FILTER (WHERE created_at > public.app_now() - interval '30 days'), 0)::bigint,
    least(30, greatest(1, coalesce(extract(epoch FROM public.app_now() - min(created_at)) / 86400, 1)))::float8
  FROM public.exam_objects HAVING public.scope_is_admin()
$function$;
ALTER FUNCTION public.count_storage() OWNER TO medcloud_search;

-- The subscription of the scope's center, and whether it has billing details, for all its members: each sees the end of the plan.
CREATE OR REPLACE FUNCTION public.own_subscription()
 RETURNS TABLE(status text, first_day date, last_day date, has_details boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.subscription_status, u.subscription_start_date, u.subscription_end_date,
    EXISTS (SELECT FROM public.billing_parties p WHERE p.user_id = u.id)
  FROM public.medical_centers c JOIN public.users u ON u.id = c.user_id WHERE c.id = (SELECT public.scope_tenant())
$function$;
ALTER FUNCTION public.own_subscription() OWNER TO medcloud_search;
