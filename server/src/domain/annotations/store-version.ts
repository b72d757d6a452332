import type { Annotation, AnnotationSet } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { serverTranslator } from '@medcloud/text/node';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { toAuditSubject } from './audit-subject.ts';
import { buildObjects } from './build-objects.ts';
import {
  createSetKey,
  decryptHeading,
  decryptItems,
  encryptHeading,
  encryptItems,
  openSetKey,
  type PatientKey,
  type SetHeading,
} from './encrypted-content.ts';
import type { AnnotatedImages } from './image-facts.ts';
import { insertObjects, listObjects } from './object-store.ts';
import { type Author, findPersonName, insertSet, type SetRow, updateSet, updateVisibility } from './set-store.ts';

/** What a version consists of. */
interface Version {
  readonly items: readonly Annotation[];
  readonly heading: SetHeading;
  readonly visibility: AnnotationSet['visibility'];
  readonly images: AnnotatedImages;
  readonly patientKey: PatientKey;
}

/** Whether a saved set has the items and the heading of a version. */
export function isSame(
  { keys }: Pick<AppContext, 'keys'>,
  saved: SetRow,
  { items, heading }: Pick<Version, 'items' | 'heading'>,
): boolean {
  const key = openSetKey(keys, saved);
  return (
    JSON.stringify(decryptItems(key, saved.encryptedItems)) === JSON.stringify(items) &&
    JSON.stringify(decryptHeading(key, saved.encryptedHeading)) === JSON.stringify(heading)
  );
}

/** Changes who sees a saved set. The same again changes nothing. Throws `invalid_state` if the exam moved meanwhile. */
export async function share(
  tx: Tx,
  request: RequestContext<Author>,
  exam: VisibleExam,
  { id, visibility: was }: SetRow,
  visibility: Version['visibility'],
): Promise<void> {
  if (was === visibility) return;
  if (!(await updateVisibility(tx, id, exam, visibility))) throw new Fault('invalid_state');
  const subject = toAuditSubject(exam, id, { was, visibility });
  await record(tx, { event: 'annotation_shared', ...toAuditFields(request), ...subject });
}

/** As DICOM names languages in English: `Greek`. */
const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * Stores a version with its DICOM objects, as a new set or as the next version of a saved one. Throws `invalid_state` if
 * the exam or the set changed at this moment.
 */
export async function storeVersion(
  { keys, clock, random }: Pick<AppContext, 'keys' | 'clock' | 'random'>,
  tx: Tx,
  request: RequestContext<Author>,
  exam: VisibleExam,
  saved: SetRow | null,
  { items, images, heading, visibility, patientKey }: Version,
): Promise<void> {
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
  else if (!(await updateSet(tx, saved.id, exam, saved.revision, content))) throw new Fault('invalid_state');
  const version = (saved?.revision ?? 0) + 1;
  const facts = {
    author: await findPersonName(tx, request.principal),
    title: heading.title ?? serverTranslator('server/replies.annotations', request.principal.language)('title'),
    language: { code: request.principal.language, meaning: englishNames.of(request.principal.language) ?? '' },
    savedAt: clock.now(),
    version,
    predecessors: saved === null ? [] : await listObjects(tx, saved.id, saved.revision),
  };
  await insertObjects(tx, key, version, buildObjects(key, facts, items, images), random);
  const details = { version, items: items.length, visibility };
  const subject = toAuditSubject(exam, key.id, details);
  await record(tx, { event: 'annotation_saved', ...toAuditFields(request), ...subject });
}
