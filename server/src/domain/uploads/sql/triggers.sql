-- Triggers on the tables of uploads. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard_upload BEFORE INSERT OR UPDATE ON public.uploads FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_upload();
