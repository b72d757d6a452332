import type { DoctorScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { insertExamViews } from './store.ts';

/** Marks exams as seen that the doctor may see now, and leaves out all others. Returns how many were not marked yet. */
export async function markSeen(context: DbContext, scope: DoctorScope, examIds: readonly string[]) {
  const seen = await context.db.within(scope, (tx) => insertExamViews(tx, scope.doctorId, examIds));
  return { seen };
}
