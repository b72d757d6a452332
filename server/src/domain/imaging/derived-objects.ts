import type { ObjectKey } from '../../platform/blobs/container.ts';
import type { PlaintextDigest } from '../../platform/blobs/encrypted-writer.ts';
import { newKey } from '../../platform/blobs/keys.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { DerivedKind } from '../core/column-values.ts';
import type { AppContext } from '../core/context.ts';
import type { DerivedObjectRow } from '../exams/imaging-state.ts';
import { wrapObjectKey } from '../keys/patient-key.ts';
import type { ExamToIndex } from './store.ts';

type StoreContext = Pick<AppContext, 'objects' | 'clock' | 'random'>;

/** A derived object of an exam that is stored but has no row yet. */
export interface NewDerivedObject {
  readonly kind: DerivedKind;
  readonly position: number;
  readonly objectKey: ObjectKey;
  readonly facts: PlaintextDigest;
}

/** Returns the object key for a new object. */
export function newObjectKey({ clock, random }: Pick<AppContext, 'clock' | 'random'>): ObjectKey {
  const objectId = newId(clock, random);
  return { objectId, keyId: objectId, key: newKey(random) };
}

/** Stores bytes encrypted under their own key. Throws `no_space` or `io`. */
export async function storeDerivedObject(
  context: StoreContext,
  kind: DerivedKind,
  position: number,
  bytes: Uint8Array,
): Promise<NewDerivedObject> {
  const objectKey = newObjectKey(context);
  const writer = await context.objects.create(objectKey);
  await writer.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { kind, position, objectKey, facts: await writer.finish() };
}

/** Returns the row of a stored object, with its key wrapped by the key of the exam's current patient. */
export function toDerivedObjectRow(
  { random }: Pick<AppContext, 'random'>,
  exam: ExamToIndex,
  patientKey: Buffer,
  { kind, position, objectKey, facts }: NewDerivedObject,
): DerivedObjectRow {
  return {
    id: objectKey.objectId,
    exam_id: exam.id,
    center_id: exam.centerId,
    patient_id: exam.patientUuid,
    kind,
    position,
    wrapped_key: wrapObjectKey(patientKey, objectKey.key, objectKey.objectId, random),
    size_bytes: facts.sizeBytes,
    sha256: Buffer.from(facts.sha256, 'hex'),
  };
}

/** Deletes the bytes of objects without a row. `deleteOrphanObjects` deletes any that remain. */
export async function deleteObjects({ objects }: Pick<AppContext, 'objects'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await objects.remove(id);
}
