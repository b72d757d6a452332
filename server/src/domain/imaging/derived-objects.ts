import type { Seal } from '../../platform/blobs/container.ts';
import { newKey } from '../../platform/blobs/keys.ts';
import type { SealedFacts } from '../../platform/blobs/seal-writer.ts';
import type { DerivedKind } from '../../platform/db/imaging-schema.ts';
import { newId } from '../../platform/ids/ids.ts';
import { wrapObjectKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import type { DerivedObject, ExamToImage } from './store.ts';

type Storing = Pick<Portal, 'objects' | 'clock' | 'random'>;

/** A thing made of an exam, stored and not registered yet. */
export interface StoredDerived {
  readonly kind: DerivedKind;
  readonly position: number;
  readonly seal: Seal;
  readonly facts: SealedFacts;
}

/** Who an object to be will be. */
export function newSeal({ clock, random }: Pick<Portal, 'clock' | 'random'>): Seal {
  const objectId = newId(clock, random);
  return { objectId, keyId: objectId, key: newKey(random) };
}

/** Stores bytes sealed, under a key of their own. `no_space`, `io`. */
export async function storeDerived(
  portal: Storing,
  kind: DerivedKind,
  position: number,
  bytes: Uint8Array,
): Promise<StoredDerived> {
  const seal = newSeal(portal);
  const writer = await portal.objects.create(seal);
  await writer.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { kind, position, seal, facts: await writer.finish() };
}

/** The row that makes a stored thing the exam's: its key wrapped by the key of the patient who has the exam now. */
export function derivedRow(
  { random }: Pick<Portal, 'random'>,
  exam: ExamToImage,
  patientKey: Buffer,
  { kind, position, seal, facts }: StoredDerived,
): DerivedObject {
  return {
    id: seal.objectId,
    exam_id: exam.id,
    center_id: exam.centerId,
    patient_id: exam.patientUuid,
    kind,
    position,
    wrapped_key: wrapObjectKey(patientKey, seal.key, seal.objectId, random),
    size_bytes: facts.sizeBytes,
    sha256: Buffer.from(facts.sha256, 'hex'),
  };
}

/** Removes the bytes of objects that are registered no more; what stays behind, the sweeper finds. */
export async function removeBytes({ objects }: Pick<Portal, 'objects'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await objects.remove(id);
}
