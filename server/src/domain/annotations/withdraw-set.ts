import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import { toAuditSubject } from './audit-subject.ts';
import { encryptWithdrawal, openSetKey } from './encrypted-content.ts';
import { type Author, findOwnSet, updateToWithdrawn } from './set-store.ts';

/**
 * Withdraws the caller's own saved set: it disappears for all others at once. The draft stays, so that the author can
 * correct it. Throws `not_found` for any other set, `invalid_state` if the exam moves to another patient at that moment.
 */
export async function withdrawSet(
  { db, keys, random }: Pick<AppContext, 'db' | 'keys' | 'random'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext<Author>,
  exam: VisibleExam,
  setId: string,
  { reason }: { reason: string },
): Promise<void> {
  if (!isUuid(setId)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const set = await findOwnSet(tx, exam.examId, request.principal);
    if (set?.id !== setId) throw new Fault('not_found');
    const encryptedReason = encryptWithdrawal(openSetKey(keys, set), reason, random);
    if (!(await updateToWithdrawn(tx, setId, exam, encryptedReason))) throw new Fault('invalid_state');
    const subject = toAuditSubject(exam, setId, { version: set.revision, visibility: set.visibility });
    await record(tx, { event: 'annotation_withdrawn', ...toAuditFields(request), ...subject });
  });
}
