-- Triggers on the tables of centers. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER figures AFTER INSERT ON public.medical_centers FOR EACH ROW EXECUTE FUNCTION public.begin_figures();
CREATE OR REPLACE TRIGGER guard BEFORE UPDATE ON public.medical_centers FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_center();

CREATE OR REPLACE TRIGGER guard_member BEFORE UPDATE ON public.center_members FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_member();
