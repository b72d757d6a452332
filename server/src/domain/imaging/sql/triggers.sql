-- Triggers on the tables of imaging. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard_series BEFORE INSERT OR UPDATE ON public.series FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_series();
