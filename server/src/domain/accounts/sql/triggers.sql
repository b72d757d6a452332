-- Triggers on the tables of accounts. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_user();

CREATE OR REPLACE TRIGGER keep_revoked BEFORE UPDATE ON public.api_tokens FOR EACH ROW WHEN ((OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NULL)) EXECUTE FUNCTION public.keep_revoked();

CREATE OR REPLACE TRIGGER guard_session_use BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN (((NEW.last_seen_at > OLD.last_seen_at) AND (CURRENT_USER = 'medcloud_app'::name))) EXECUTE FUNCTION public.guard_session_use();
CREATE OR REPLACE TRIGGER keep_revoked BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN ((OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NULL)) EXECUTE FUNCTION public.keep_revoked();
