-- What the roles may do with the tables and functions of messages. Applied by a start where this file changed.

REVOKE ALL ON public.outbox_messages FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (attempts, done_at, expires_at, last_error, sealed, sending_at, state) ON public.outbox_messages TO medcloud_app;
GRANT DELETE, SELECT (channel, created_at, id, otp_id, state) ON public.outbox_messages TO medcloud_search;

REVOKE ALL ON public.sms_days FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (sent) ON public.sms_days TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_recent_messages() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_recent_messages() TO medcloud_app;
