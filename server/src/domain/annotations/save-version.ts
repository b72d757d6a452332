import { type Annotation, type AnnotationSet, issueCode, type VersionToSave, withoutDeleted } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import type { ReadContext } from '../imaging/open-series.ts';
import { toAuditSubject } from './audit-subject.ts';
import { checkMeasurements } from './check-measurements.ts';
import {
  createSetKey,
  decryptHeading,
  decryptItems,
  encryptHeading,
  encryptItems,
  openSetKey,
  type SetHeading,
} from './encrypted-content.ts';
import { readAnnotatedImages } from './image-facts.ts';
import { createConflict, withinUnmovedExam } from './save-draft.ts';
import {
  type Author,
  findAuthorName,
  findOwnSet,
  insertSet,
  type SetRow,
  updateSet,
  updateVisibility,
} from './set-store.ts';
import { showDraft, showSet } from './show.ts';
import { findDraft, findPatientKey } from './store.ts';

interface SaveContext extends Omit<ReadContext, 'context'> {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random'>;
}

/** What a version consists of. */
interface Version {
  readonly items: readonly Annotation[];
  readonly heading: SetHeading;
  readonly visibility: AnnotationSet['visibility'];
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
  return await withinUnmovedExam(context, scope, async (tx) => {
    const heading = { title: input.title ?? null, author: await findAuthorName(tx, principal) };
    const saved = await findOwnSet(tx, exam.examId, principal);
    const visibility = input.visibility ?? saved?.visibility ?? (principal.kind === 'doctor' ? 'author' : 'all');
    const isRepeated = saved !== null && isSame(context, saved, { items, heading, visibility });
    if (isRepeated) await share(tx, request, exam, saved, visibility);
    else await storeVersion(context, tx, request, exam, saved, { items, heading, visibility });
    const set = await findOwnSet(tx, exam.examId, principal);
    if (set === null) throw new Error('The set that was just saved does not exist.');
    return { set: showSet(context.keys, set, principal), isRepeated };
  });
}

function isSame({ keys }: Pick<AppContext, 'keys'>, saved: SetRow, { items, heading }: Version): boolean {
  const key = openSetKey(keys, saved);
  return (
    JSON.stringify(decryptItems(key, saved.encryptedItems)) === JSON.stringify(items) &&
    JSON.stringify(decryptHeading(key, saved.encryptedHeading)) === JSON.stringify(heading)
  );
}

async function share(
  tx: Tx,
  request: RequestContext<Author>,
  exam: VisibleExam,
  { id, visibility: was }: SetRow,
  visibility: Version['visibility'],
): Promise<void> {
  if (was === visibility) return;
  await updateVisibility(tx, id, visibility);
  const subject = toAuditSubject(exam, id, { was, visibility });
  await record(tx, { event: 'annotation_shared', ...toAuditFields(request), ...subject });
}

async function storeVersion(
  { keys, clock, random }: Pick<AppContext, 'keys' | 'clock' | 'random'>,
  tx: Tx,
  request: RequestContext<Author>,
  exam: VisibleExam,
  saved: SetRow | null,
  { items, heading, visibility }: Version,
): Promise<void> {
  const patientKey = await findPatientKey(tx, exam);
  if (patientKey === null) throw new Fault('invalid_state');
  const key =
    saved === null
      ? createSetKey({ keys, random }, newId(clock, random), patientKey)
      : { ...openSetKey(keys, saved), wrappedKey: saved.wrappedKey };
  const content = {
    encryptedItems: encryptItems(key, items, random),
    encryptedHeading: encryptHeading(key, heading, random),
    itemCount: items.length,
    visibility,
  };
  if (saved === null) await insertSet(tx, key, exam, request.principal, content);
  else if (!(await updateSet(tx, saved.id, saved.revision, content))) throw new Fault('invalid_state');
  const details = { version: (saved?.revision ?? 0) + 1, items: items.length, visibility };
  const subject = toAuditSubject(exam, key.id, details);
  await record(tx, { event: 'annotation_saved', ...toAuditFields(request), ...subject });
}
