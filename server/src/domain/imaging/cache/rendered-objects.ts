import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { insertDerivedObjects, lockExamToIndex } from '../../exams/imaging-state.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { deleteObjects, type NewDerivedObject, newObjectKey, toDerivedObjectRow } from '../derived-objects.ts';
import { clearImaging, findExamToIndex } from '../store.ts';
import { ensureCacheSpace } from './ensure-cache-space.ts';
import { encodeContainer } from './rendered-container.ts';

export type RenderedObjectsContext = Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random' | 'settings'>;

// Reading an exam's images opens each of its containers once. With more of them, the exam starts anew.
export const maxContainers = 32;

/** Images of one exam that are not stored yet. */
export interface ImagesToStore {
  readonly examId: string;
  /** The manifests of their series. */
  readonly manifestIds: ReadonlySet<string>;
  readonly images: ReadonlyMap<string, Buffer>;
}

/** A stored container with its wrapped key. */
export interface RenderedObject {
  readonly id: string;
  readonly wrappedKey: Buffer;
}

/** Lists the containers of an exam that the scope may view, the newest first. */
export async function listRenderedObjects(tx: Reader, examId: string): Promise<RenderedObject[]> {
  return await tx
    .selectFrom('exam_objects')
    .select(['id', 'wrapped_key as wrappedKey'])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'rendered')
    .orderBy('position', 'desc')
    .limit(maxContainers)
    .execute();
}

/**
 * Stores images as one container of their exam, within the cache's share of the disk. Stores nothing if the exam was
 * withdrawn, erased or indexed again meanwhile.
 */
export async function storeImages(context: RenderedObjectsContext, toStore: ImagesToStore): Promise<void> {
  const { examId, images } = toStore;
  const chunks = encodeContainer(images);
  const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (!(await ensureCacheSpace(context, examId, sizeBytes))) return;
  const objectKey = newObjectKey(context);
  const writer = await context.objects.create(objectKey);
  try {
    for (const chunk of chunks) await writer.write(chunk);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const stored: NewDerivedObject = { kind: 'rendered', position: 0, objectKey, facts: await writer.finish() };
  const unusedIds = await context.db.within(imagingScope(examId), (tx) =>
    insertContainer(context, tx, toStore, stored),
  );
  await deleteObjects(context, unusedIds);
}

/** Returns the ids of objects that have no row any more: replaced ones, or this one. */
async function insertContainer(
  context: RenderedObjectsContext,
  tx: Tx,
  { examId, manifestIds }: ImagesToStore,
  stored: NewDerivedObject,
): Promise<string[]> {
  const unused = [stored.objectKey.objectId];
  if (!(await lockExamToIndex(tx, examId))) return unused;
  const exam = await findExamToIndex(tx, examId);
  if (exam === null || exam.status === 'withdrawn' || !(await areCurrent(tx, examId, manifestIds))) return unused;
  const [last] = await listPositions(tx, examId);
  const isFull = last !== undefined && last + 1 >= maxContainers;
  const replacedIds = isFull ? await clearImaging(tx, ['rendered']) : [];
  const position = isFull || last === undefined ? 0 : last + 1;
  const patientKey = unwrapPatientKey(context.keys, exam.patientUuid, exam.wrappedPatientKey);
  await insertDerivedObjects(tx, [toDerivedObjectRow(context, exam, patientKey, { ...stored, position })]);
  return replacedIds;
}

async function listPositions(tx: Reader, examId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('exam_objects')
    .select('position')
    .where('exam_id', '=', examId)
    .where('kind', '=', 'rendered')
    .orderBy('position', 'desc')
    .limit(1)
    .execute();
  return rows.map(({ position }) => position);
}

async function areCurrent(tx: Reader, examId: string, manifestIds: ReadonlySet<string>): Promise<boolean> {
  const rows = await tx
    .selectFrom('series')
    .select('manifest_object as id')
    .where('exam_id', '=', examId)
    .where('manifest_object', 'in', [...manifestIds])
    .execute();
  return rows.length === manifestIds.size;
}
