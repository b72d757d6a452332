-- Triggers on the tables of accounts. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_user();
