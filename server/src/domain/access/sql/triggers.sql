-- Triggers on the tables of access. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.otp_verifications FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_code();

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.link_codes FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_code();

CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.patient_access FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_access();
