import { createHmac } from 'node:crypto';
import { hasRoomFor, limits, sentences, type UploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { newKey } from '../../platform/blobs/keys.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { countUpload } from '../exams/count-upload.ts';
import { patientForExam } from '../exams/keep-exam.ts';
import { findStorageUse } from '../exams/store.ts';
import { openWrappedPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { sealColumn } from '../patients/sealed-columns.ts';
import type { PatientOfCenter } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { countOpenUploads, findUploadByKey, insertUpload, type NewUpload } from './store.ts';

/** Refuses, before anything is read, what is no length of a file: `empty_file`, `too_large`. */
export function checkLength(lengthBytes: number): void {
  if (lengthBytes === 0) throw new Fault('empty_file');
  if (lengthBytes > limits.uploadBytes) throw new Fault('too_large');
}

/**
 * Begins an upload in parts for a patient of the center, and answers its id. The same key of the client's again answers the
 * upload that it began. Fails with `not_found` for the patient, `validation` for a date, `quota_exceeded`, `rate_limited`
 * where too many are open, or were begun today, `idempotency_mismatch` for the key of another file.
 */
export async function beginUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  lengthBytes: number,
  metadata: UploadMetadata,
): Promise<{ id: string }> {
  checkLength(lengthBytes);
  const hash = hashOf(portal, lengthBytes, metadata);
  const known = await knownByKey(portal, scope, metadata.uploadKey, hash);
  if (known !== null) return { id: known };
  const patient = await patientForExam(portal, scope, metadata);
  const upload = newUpload(portal, scope, asking, { patient, lengthBytes, metadata, hash });
  return await portal.db.within(scope, async (tx) => {
    await checkOpenRoom(tx, scope, lengthBytes);
    if (!(await insertUpload(tx, upload))) return { id: await byKey(tx, scope, metadata.uploadKey, hash) };
    await countUpload(portal, tx, scope);
    const object = { kind: 'upload', id: upload.id };
    const details = { sizeBytes: lengthBytes };
    await record(tx, { event: 'exam_upload_begun', ...askedBy(asking), patientId: patient.id, object, details });
    return { id: upload.id };
  });
}

/** What makes two beginnings the same: everything said of the file but the key itself. */
function hashOf({ keys }: Portal, lengthBytes: number, { uploadKey: _, ...metadata }: UploadMetadata): Buffer {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', keys.repetition)
    .update(JSON.stringify([lengthBytes, pairs]))
    .digest();
}

async function knownByKey(
  portal: Portal,
  scope: CenterScope,
  key: string | undefined,
  hash: Buffer,
): Promise<string | null> {
  if (key === undefined) return null;
  const known = await portal.db.within(scope, (tx) => findUploadByKey(tx, scope.centerId, key));
  if (known !== null && !known.requestHash.equals(hash)) throw new Fault('idempotency_mismatch');
  return known?.id ?? null;
}

/** The upload that another request with the same key has begun meanwhile. */
async function byKey(tx: Tx, scope: CenterScope, key: string | undefined, hash: Buffer): Promise<string> {
  const known = key === undefined ? null : await findUploadByKey(tx, scope.centerId, key);
  if (known === null) throw new Fault('conflict');
  if (!known.requestHash.equals(hash)) throw new Fault('idempotency_mismatch');
  return known.id;
}

/** What has begun is never cut, and so counts as if it were there. */
async function checkOpenRoom(tx: Tx, scope: CenterScope, lengthBytes: number): Promise<void> {
  const use = await findStorageUse(tx, scope.centerId);
  if (use === null) throw new Fault('unauthenticated'); // the session ended meanwhile
  const open = await countOpenUploads(tx, scope.centerId);
  if (open.count >= limits.openUploads)
    throw new Fault('rate_limited', { message: sentences.uploadsOpen, retryAfterSeconds: 3_600 });
  if (!hasRoomFor({ ...use, usedBytes: use.usedBytes + open.bytes }, lengthBytes)) throw new Fault('quota_exceeded');
}

function newUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  it: { patient: PatientOfCenter; lengthBytes: number; metadata: UploadMetadata; hash: Buffer },
): NewUpload {
  const { random, clock, keys } = portal;
  const objectId = newId(clock, random);
  const patientKey = openWrappedPatientKey(keys, it.patient.id, it.patient.wrappedKey);
  const metadataSealed = sealColumn(patientKey, it.patient.id, 'upload', JSON.stringify(it.metadata), random);
  if (metadataSealed === null) throw new TypeError('A text was sealed to nothing.');
  return {
    id: newId(clock, random),
    center_id: scope.centerId,
    patient_id: it.patient.id,
    begun_by: asking.who.userId,
    upload_key: it.metadata.uploadKey ?? null,
    request_hash: it.hash,
    length_bytes: it.lengthBytes,
    object_id: objectId,
    wrapped_key: wrapObjectKey(patientKey, newKey(random), objectId, random),
    metadata_sealed: metadataSealed,
  };
}
