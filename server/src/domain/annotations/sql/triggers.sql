-- Triggers on the tables of annotations. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER guard BEFORE INSERT OR UPDATE ON public.annotation_sets FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_annotations();

-- CREATE OR REPLACE does not know constraint triggers. The login of the session: a move changes sets as the tables' owner.
DROP TRIGGER IF EXISTS keys_follow ON public.annotation_sets;
CREATE CONSTRAINT TRIGGER keys_follow AFTER UPDATE OF patient_id ON public.annotation_sets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.patient_id <> new.patient_id) AND (SESSION_USER = 'medcloud_app'::name))) EXECUTE FUNCTION public.check_moved_keys();
