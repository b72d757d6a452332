-- The row-level security policies of the tables of annotations, all except `backed_up` (platform/db/migrate.ts). Earlier ones are dropped first.
-- `medcloud_search` cannot log in. It owns SECURITY DEFINER functions, which check the scope themselves.
-- A start applies this file where it changed.

DO $$
DECLARE policy record;
BEGIN
  FOR policy IN SELECT schemaname, tablename, policyname FROM pg_policies
    WHERE schemaname || '.' || tablename IN (
      'public.annotation_objects',
      'public.annotation_sets'
    ) AND policyname <> 'backed_up'
  LOOP
    EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  END LOOP;
END $$;

-- public.annotation_objects
-- Whoever sees a set sees its objects: the policies of sets apply to the subquery. Its author adds them.
CREATE POLICY erased ON public.annotation_objects FOR ALL TO medcloud_owner
  USING (
    (SELECT public.scope_system()) = 'erasure'
    AND EXISTS (SELECT 1 FROM public.annotation_sets s WHERE s.id = set_id AND s.patient_id = (SELECT public.scope_subject()))
  );
CREATE POLICY of_author ON public.annotation_objects FOR INSERT TO medcloud_app
  WITH CHECK (
    EXISTS (SELECT 1 FROM public.annotation_sets s WHERE s.id = set_id AND s.author_user_id = (SELECT public.scope_user()))
  );
CREATE POLICY of_reader ON public.annotation_objects FOR SELECT TO medcloud_app
  USING (EXISTS (SELECT 1 FROM public.annotation_sets s WHERE s.id = set_id));

-- public.annotation_sets
-- Whoever sees a set also sees its exam: the policies of exams apply to the subquery.
CREATE POLICY erased ON public.annotation_sets FOR ALL TO medcloud_owner
  USING ((SELECT public.scope_system()) = 'erasure' AND patient_id = (SELECT public.scope_subject()));
CREATE POLICY moved ON public.annotation_sets FOR ALL TO medcloud_search
  USING (center_id = (SELECT public.scope_center()));
CREATE POLICY of_author ON public.annotation_sets FOR ALL TO medcloud_app
  USING (
    author_user_id = (SELECT public.scope_user())
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = annotation_sets.exam_id)
  )
  WITH CHECK (
    author_user_id = (SELECT public.scope_user())
    AND author_doctor_id IS NOT DISTINCT FROM (SELECT public.scope_doctor())
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = annotation_sets.exam_id)
  );
CREATE POLICY of_center ON public.annotation_sets FOR SELECT TO medcloud_app
  USING (state = 'saved' AND visibility IN ('center', 'all') AND center_id = (SELECT public.scope_center()));
CREATE POLICY of_doctor ON public.annotation_sets FOR SELECT TO medcloud_app
  USING (
    state = 'saved'
    AND (visibility = 'all' OR author_doctor_id = (SELECT public.scope_doctor()))
    AND (SELECT public.scope_doctor()) IS NOT NULL
    AND EXISTS (SELECT 1 FROM public.exams e WHERE e.id = annotation_sets.exam_id)
  );
