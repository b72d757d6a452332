import { type AnnotationSet, issueCode, type VersionToSave, withoutDeleted } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { ReadContext } from '../imaging/open-series.ts';
import { checkMeasurements } from './check-measurements.ts';
import { readAnnotatedImages } from './image-facts.ts';
import { createConflict, withinUnmovedExam } from './save-draft.ts';
import { type Author, findAuthorName, findOwnSet } from './set-store.ts';
import { showDraft, showSet } from './show.ts';
import { findDraft } from './store.ts';
import { isSame, share, storeVersion } from './store-version.ts';

interface SaveContext extends Omit<ReadContext, 'context'> {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random'>;
}

/**
 * Saves the caller's draft as the next version of the caller's set on an exam. The same content again changes only who
 * sees it. Throws `revision_conflict` if the draft is not at `revision`, `validation` for a draft without items,
 * `measurement_mismatch` for items that the files contradict, `invalid_state` if the exam moves at that moment.
 */
export async function saveVersion(
  saveContext: SaveContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<Author>,
  exam: VisibleExam,
  revision: number,
  input: VersionToSave,
): Promise<{ set: AnnotationSet; isRepeated: boolean }> {
  const { context } = saveContext;
  const { principal } = request;
  const row = await context.db.read(scope, (tx) => findDraft(tx, exam.examId, principal.userId));
  const draft = showDraft(context.keys, row);
  if (draft.revision !== revision) throw await createConflict(context, scope, request, exam);
  const drawn = withoutDeleted(draft.items);
  if (drawn.length === 0) throw createFieldFault('items', issueCode('required'));
  const images = await readAnnotatedImages(saveContext, scope, exam, drawn);
  const items = checkMeasurements(drawn, images);
  return await withinUnmovedExam(context, scope, exam, async (tx, patientKey) => {
    const heading = { title: input.title ?? null, author: await findAuthorName(tx, principal) };
    const saved = await findOwnSet(tx, exam.examId, principal);
    const visibility = input.visibility ?? saved?.visibility ?? (principal.kind === 'doctor' ? 'author' : 'all');
    const isRepeated = saved !== null && isSame(context, saved, { items, heading });
    if (isRepeated) await share(tx, request, exam, saved, visibility);
    else await storeVersion(context, tx, request, exam, saved, { items, images, heading, visibility, patientKey });
    const set = await findOwnSet(tx, exam.examId, principal);
    if (set === null) throw new Error('The set that was just saved does not exist.');
    return { set: showSet(context.keys, set, principal), isRepeated };
  });
}
