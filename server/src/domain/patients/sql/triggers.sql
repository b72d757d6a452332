-- Triggers on the tables of patients. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER figures_add AFTER INSERT ON public.patients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_patients();
CREATE OR REPLACE TRIGGER figures_remove AFTER DELETE ON public.patients REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_patients();
