import { type DraftItem, type DraftRevision, withoutDeleted } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { newId } from '../../platform/ids/ids.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import { excludeErasure } from '../core/exclude-erasure.ts';
import type { Tx } from '../database.ts';
import { checkNotErased } from '../patients/check-not-erased.ts';
import { createSetKey, encryptItems, openSetKey, type PatientKey } from './encrypted-content.ts';
import { showDraft } from './show.ts';
import { findDraft, findPatientKey, insertDraft, updateDraft } from './store.ts';

type Context = Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>;
type DraftAuthor = RequestContext<CenterPrincipal | DoctorPrincipal>;

/**
 * Replaces the caller's draft on an exam, if it is still at `revision`; 0 creates it. Throws `revision_conflict` with
 * the stored draft if another tab was faster, `invalid_state` if the exam moved to another patient at that moment, and
 * `patient_erased` if its patient was erased.
 */
export async function saveDraft(
  context: Context,
  scope: CenterScope | DoctorScope,
  request: DraftAuthor,
  exam: VisibleExam,
  revision: number,
  items: readonly DraftItem[],
): Promise<DraftRevision> {
  const updatedAt = await withinUnmovedExam(context, scope, exam, async (tx, patientKey) => {
    const draft = await findDraft(tx, exam.examId, request.principal.userId);
    if ((draft?.revision ?? 0) !== revision) return null;
    const needed = withoutOldDeletions(context, items);
    const itemCount = withoutDeleted(needed).length;
    if (draft === null) return await createDraft(context, tx, request, exam, patientKey, needed, itemCount);
    const encryptedItems = encryptItems(openSetKey(context.keys, draft), needed, context.random);
    return await updateDraft(tx, draft.id, revision, { encryptedItems, itemCount });
  });
  if (updatedAt === null) throw await createConflict(context, scope, request, exam);
  return { revision: revision + 1, updatedAt: updatedAt.toISOString() };
}

const foreignKeyViolation = '23503';

/**
 * Runs a transaction that stores a set, with the key of the exam's patient. Throws `invalid_state` if the exam moves to
 * another patient meanwhile. An erasure of the patient waits for it; after one, throws `patient_erased`.
 */
export async function withinUnmovedExam<T>(
  { db }: Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  exam: VisibleExam,
  work: (tx: Tx, patientKey: PatientKey) => Promise<T>,
): Promise<T> {
  try {
    return await db.within(scope, async (tx) => {
      await excludeErasure(tx);
      const patientKey = await findPatientKey(tx, exam);
      if (patientKey === null) throw new Fault('invalid_state');
      checkNotErased(patientKey);
      return await work(tx, patientKey);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === foreignKeyViolation)
      throw new Fault('invalid_state');
    throw error;
  }
}

async function createDraft(
  { keys, clock, random }: Context,
  tx: Tx,
  { principal }: DraftAuthor,
  exam: VisibleExam,
  patientKey: PatientKey,
  items: readonly DraftItem[],
  itemCount: number,
): Promise<Date | null> {
  const setKey = createSetKey({ keys, random }, newId(clock, random), patientKey);
  return await insertDraft(tx, {
    id: setKey.id,
    exam,
    userId: principal.userId,
    doctorId: principal.kind === 'doctor' ? principal.doctorId : null,
    wrappedKey: setKey.wrappedKey,
    encryptedItems: encryptItems(setKey, items, random),
    itemCount,
  });
}

const deletionLifetimeMs = 48 * 3_600_000; // longer than any session lives, so no open tab has the item any more

/** Leaves out the deletions that no open tab needs any more. */
function withoutOldDeletions({ clock }: Pick<AppContext, 'clock'>, items: readonly DraftItem[]): DraftItem[] {
  const oldest = clock.now().getTime() - deletionLifetimeMs;
  return items.filter((item) => !('deleted' in item) || Date.parse(item.updatedAt) > oldest);
}

/** Returns the fault of a change to an earlier revision, with the stored draft. */
export async function createConflict(
  { db, keys }: KeyContext,
  scope: CenterScope | DoctorScope,
  { principal }: DraftAuthor,
  { examId }: VisibleExam,
): Promise<Fault> {
  const draft = await db.read(scope, (tx) => findDraft(tx, examId, principal.userId));
  return new Fault('revision_conflict', { current: showDraft(keys, draft) });
}
