-- Triggers on the tables of audit. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE INSERT ON public.audit_events FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_event();

CREATE OR REPLACE TRIGGER await_seal AFTER INSERT ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.await_seal();

CREATE OR REPLACE TRIGGER watch_event AFTER INSERT ON public.audit_events FOR EACH ROW WHEN ((NEW.event = ANY (ARRAY['amka_revealed'::text, 'api_token_network'::text, 'audit_exported'::text, 'consent_revoked'::text, 'denied'::text, 'exam_downloaded'::text, 'exam_viewed'::text, 'login'::text])) OR ((NEW.event = 'exams_listed'::text) AND (NEW.details ? 'images'::text))) EXECUTE FUNCTION public.watch_event();

CREATE OR REPLACE TRIGGER note_exam_view AFTER INSERT ON public.audit_events FOR EACH ROW WHEN (((NEW.event = ANY (ARRAY['exam_downloaded'::text, 'exam_viewed'::text])) AND (NEW.actor_kind = 'doctor'::text) AND (NEW.outcome = 'success'::text) AND (NEW.object_kind = 'exam'::text))) EXECUTE FUNCTION public.note_exam_view();
