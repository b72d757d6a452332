-- Triggers on the tables of exams. Applied by a start where this file changed.

CREATE OR REPLACE TRIGGER figures_add AFTER INSERT ON public.exams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_exams();
CREATE OR REPLACE TRIGGER figures_change AFTER UPDATE OF status ON public.exams FOR EACH ROW WHEN (((old.status = 'withdrawn'::text) <> (new.status = 'withdrawn'::text))) EXECUTE FUNCTION public.count_withdrawal();
CREATE OR REPLACE TRIGGER figures_remove AFTER DELETE ON public.exams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_exams();
-- PostgreSQL runs them by name: before `guard_scan`, which changes the status by itself
CREATE OR REPLACE TRIGGER guard_exam_act BEFORE UPDATE OF awaits_comparison, confirmed_doubts, patient_id, status, status_reason ON public.exams FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name) AND ((old.awaits_comparison, old.confirmed_doubts, old.patient_id, old.status, old.status_reason) IS DISTINCT FROM (new.awaits_comparison, new.confirmed_doubts, new.patient_id, new.status, new.status_reason))) EXECUTE FUNCTION public.guard_exam_act();
CREATE OR REPLACE TRIGGER guard_exam_object BEFORE INSERT ON public.exam_objects FOR EACH ROW WHEN ((CURRENT_USER = 'medcloud_app'::name)) EXECUTE FUNCTION public.guard_exam_object();
CREATE OR REPLACE TRIGGER guard_imaging BEFORE UPDATE ON public.exams FOR EACH ROW WHEN (((CURRENT_USER = 'medcloud_app'::name) AND (public.scope_exam() IS NOT NULL))) EXECUTE FUNCTION public.guard_imaging();
CREATE OR REPLACE TRIGGER guard_scan BEFORE INSERT OR UPDATE ON public.exams FOR EACH ROW EXECUTE FUNCTION public.guard_scan();
CREATE OR REPLACE TRIGGER refuse_erased BEFORE INSERT OR UPDATE OF patient_id ON public.exams FOR EACH ROW EXECUTE FUNCTION public.refuse_erased();
