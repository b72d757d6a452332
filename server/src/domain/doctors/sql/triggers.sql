-- Triggers on the tables of doctors. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.doctors FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_doctor();
