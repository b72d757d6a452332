-- Triggers on the tables of audit. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER await_seal AFTER INSERT ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.await_seal();
