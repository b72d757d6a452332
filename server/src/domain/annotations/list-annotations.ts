import { type AnnotationSetWithItems, type ExamAnnotations, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { KeyContext } from '../core/context.ts';
import { type Author, findVisibleSet, listVisibleSets } from './set-store.ts';
import { showDraft, showSet, showSetWithItems } from './show.ts';
import { findDraft } from './store.ts';

/** A set that cannot be decrypted or parsed, and why. */
interface DamagedSet {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Returns the caller's draft on an exam, and the saved sets that the caller may see. `damaged` sets are left out, so
 * that one does not hide the others; a damaged draft is shown without items.
 */
export async function listAnnotations(
  { db, keys }: KeyContext,
  scope: CenterScope | DoctorScope,
  { principal }: RequestContext<Author>,
  { examId }: VisibleExam,
): Promise<{ annotations: ExamAnnotations; damaged: DamagedSet[] }> {
  const { draft, sets } = await db.read(scope, async (tx) => ({
    draft: await findDraft(tx, examId, principal.userId),
    sets: await listVisibleSets(tx, examId, principal, limits.annotationSetsMax),
  }));
  const damaged: DamagedSet[] = [];
  const showUnlessDamaged = <T>(id: string, show: () => T, otherwise: T): T => {
    try {
      return show();
    } catch (error) {
      damaged.push({ id, error: error instanceof Fault ? error.cause : error });
      return otherwise;
    }
  };
  const shown = sets.flatMap((set) => showUnlessDamaged(set.id, () => [showSet(keys, set, principal)], []));
  const emptyDraft = { ...showDraft(keys, null), revision: draft?.revision ?? 0 };
  const shownDraft = showUnlessDamaged(draft?.id ?? '', () => showDraft(keys, draft), emptyDraft);
  return { annotations: { draft: shownDraft, sets: shown }, damaged };
}

/** Returns a saved set with its items. Throws the same `not_found` for an unknown set and for one that is not shared. */
export async function getAnnotationSet(
  { db, keys }: KeyContext,
  scope: CenterScope | DoctorScope,
  { principal }: RequestContext<Author>,
  { examId }: VisibleExam,
  setId: string,
): Promise<AnnotationSetWithItems> {
  if (!isUuid(setId)) throw new Fault('not_found');
  const set = await db.read(scope, (tx) => findVisibleSet(tx, examId, principal, setId));
  if (set === null) throw new Fault('not_found');
  return showSetWithItems(keys, set, principal);
}
