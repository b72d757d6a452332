-- Triggers on the tables of annotations. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON public.annotation_sets FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_annotations();
