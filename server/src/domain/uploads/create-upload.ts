import { createHmac } from 'node:crypto';
import { hasRoomFor, issueCode, limits, type UploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { newKey } from '../../platform/blobs/keys.ts';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { uploadingScope } from '../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { findStorageUse } from '../centers/reads.ts';
import type { AppContext, DbContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { getPatientForExam } from '../exams/receive/create-exam.ts';
import { unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { encryptColumn } from '../patients/encrypted-columns.ts';
import type { CenterPatient } from '../patients/reads.ts';
import { countUpload } from './count-upload.ts';
import { countOpenUploads, findUploadByKey, insertUpload, type NewUpload } from './store.ts';

/** Checks a file's length before anything is read. Throws `empty_file` or `too_large`. */
export function checkLength(lengthBytes: number): void {
  if (lengthBytes === 0) throw new Fault('empty_file');
  if (lengthBytes > limits.uploadBytes) throw new Fault('too_large');
}

/**
 * Creates a resumable upload for a patient of the center and returns its id. The client's same key returns the existing
 * upload. Throws `not_found` for the patient, `validation` for a date, `quota_exceeded`, `rate_limited` if too many
 * uploads are open or were created today, `idempotency_mismatch` if the key belongs to another file.
 */
export async function createUpload(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'settings'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  lengthBytes: number,
  metadata: UploadMetadata,
): Promise<{ id: string }> {
  checkLength(lengthBytes);
  const hash = hashRequest(context, lengthBytes, metadata);
  const existing = await findUploadIdByKey(context, scope, metadata.uploadKey, hash);
  if (existing !== null) return { id: existing };
  const patient = await getPatientForExam(context, scope, metadata);
  const upload = toNewUpload(context, scope, request, { patient, lengthBytes, metadata, hash });
  return await context.db.within(uploadingScope(scope, { objectId: upload.object_id }), async (tx) => {
    await checkOpenUploads(tx, scope, lengthBytes);
    if (!(await insertUpload(tx, upload))) return { id: await getUploadIdByKey(tx, scope, metadata.uploadKey, hash) };
    await countUpload(context, tx, scope);
    const object = { kind: 'upload', id: upload.id };
    const details = { sizeBytes: lengthBytes };
    await record(tx, { event: 'exam_upload_begun', ...toAuditFields(request), patientId: patient.id, object, details });
    return { id: upload.id };
  });
}

/** Hashes everything the client states about the file, without the key itself. Equal hashes are the same upload. */
function hashRequest(
  { keys }: Pick<AppContext, 'keys'>,
  lengthBytes: number,
  { uploadKey: _, ...metadata }: UploadMetadata,
): Buffer {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', keys.idempotency)
    .update(JSON.stringify([lengthBytes, pairs]))
    .digest();
}

async function findUploadIdByKey(
  context: DbContext,
  scope: CenterScope,
  key: string | undefined,
  hash: Buffer,
): Promise<string | null> {
  if (key === undefined) return null;
  const existing = await context.db.within(scope, (tx) => findUploadByKey(tx, scope.centerId, key));
  if (existing !== null && !existing.requestHash.equals(hash)) throw new Fault('idempotency_mismatch');
  return existing?.id ?? null;
}

/** Returns the id of the upload that a concurrent request with the same key created. */
async function getUploadIdByKey(tx: Tx, scope: CenterScope, key: string | undefined, hash: Buffer): Promise<string> {
  const existing = key === undefined ? null : await findUploadByKey(tx, scope.centerId, key);
  if (existing === null) throw new Fault('conflict');
  if (!existing.requestHash.equals(hash)) throw new Fault('idempotency_mismatch');
  return existing.id;
}

/** Checks the limits. Open uploads are never cut, so they count as if they were complete. */
async function checkOpenUploads(tx: Tx, scope: CenterScope, lengthBytes: number): Promise<void> {
  const storageUse = await findStorageUse(tx, scope.centerId);
  if (storageUse === null) throw new Fault('unauthenticated'); // the session ended meanwhile
  const openUploads = await countOpenUploads(tx, scope.centerId);
  if (openUploads.count >= limits.openUploads)
    throw new Fault('rate_limited', { reason: issueCode('uploads_open'), retryAfterSeconds: 3_600 });
  if (!hasRoomFor({ ...storageUse, usedBytes: storageUse.usedBytes + openUploads.bytes }, lengthBytes))
    throw new Fault('quota_exceeded');
}

function toNewUpload(
  context: Pick<AppContext, 'keys' | 'clock' | 'random'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  input: { patient: CenterPatient; lengthBytes: number; metadata: UploadMetadata; hash: Buffer },
): NewUpload {
  const { random, clock, keys } = context;
  const objectId = newId(clock, random);
  const patientKey = unwrapPatientKey(keys, input.patient.id, input.patient.wrappedKey);
  const encryptedMetadata = encryptColumn(
    patientKey,
    input.patient.id,
    'upload',
    JSON.stringify(input.metadata),
    random,
  );
  if (encryptedMetadata === null) throw new TypeError('The encrypted metadata is null.');
  return {
    id: newId(clock, random),
    center_id: scope.centerId,
    patient_id: input.patient.id,
    begun_by: request.principal.userId,
    upload_key: input.metadata.uploadKey ?? null,
    request_hash: input.hash,
    length_bytes: input.lengthBytes,
    object_id: objectId,
    wrapped_key: wrapObjectKey(patientKey, newKey(random), objectId, random),
    metadata_sealed: encryptedMetadata,
  };
}
