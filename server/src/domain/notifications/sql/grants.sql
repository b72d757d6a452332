-- What the roles may do with the tables and functions of notifications. Applied by a start where this file changed.

REVOKE ALL ON public.notification_choices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (choice) ON public.notification_choices TO medcloud_app;
GRANT SELECT ON public.notification_choices TO medcloud_search;

REVOKE ALL ON public.notifications FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, SELECT, UPDATE (digest_on, is_at_once, sent_at) ON public.notifications TO medcloud_app;
GRANT DELETE, INSERT (is_at_once, kind, subject_id, user_id), SELECT, UPDATE (created_at) ON public.notifications TO medcloud_search;

REVOKE ALL ON FUNCTION public.digest_time(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
REVOKE ALL ON FUNCTION public.next_notified_users(text,uuid,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.next_notified_users(text,uuid,integer) TO medcloud_app;
REVOKE ALL ON FUNCTION public.due_notifications(text,uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.due_notifications(text,uuid[]) TO medcloud_app;
REVOKE ALL ON FUNCTION public.note_access(text,uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.note_access(text,uuid[]) TO medcloud_app;
REVOKE ALL ON FUNCTION public.note_exam(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.note_exam(uuid) TO medcloud_app;
REVOKE ALL ON FUNCTION public.notification_choice(text,text) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.notification_choice(text,text) TO medcloud_app, medcloud_search;
REVOKE ALL ON FUNCTION public.purge_notifications(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.purge_notifications(integer) TO medcloud_app;
