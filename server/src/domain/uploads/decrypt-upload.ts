import { type UploadMetadata, uploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import { decryptBytes, encryptBytes, encryptedFormats } from '../../platform/crypto/encrypt-value.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext, DbContext } from '../core/context.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import { decryptColumn } from '../patients/encrypted-columns.ts';
import { findUpload, type UploadRow } from './store.ts';

/**
 * Returns a center's own upload. Throws the same `not_found` for an unknown id, another center's upload and a malformed
 * id.
 */
export async function getUploadRow(context: DbContext, scope: CenterScope, id: string): Promise<UploadRow> {
  if (!isUuid(id)) throw new Fault('not_found');
  const row = await context.db.within(scope, (tx) => findUpload(tx, scope.centerId, id));
  if (row === null) throw new Fault('not_found');
  return row;
}

/** Returns the object key of an upload. */
export function objectKeyOf({ keys }: Pick<AppContext, 'keys'>, row: UploadRow): ObjectKey {
  const { objectId } = row;
  if (!isUuid(objectId)) throw new TypeError('The upload has an invalid object id.');
  const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  return { objectId, keyId: objectId, key: unwrapObjectKey(patientKey, row.wrappedKey, objectId) };
}

/** Decrypts the metadata that the client sent when it created the upload. */
export function decryptMetadata({ keys }: Pick<AppContext, 'keys'>, row: UploadRow): UploadMetadata {
  const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  return uploadMetadata.parse(JSON.parse(decryptColumn(patientKey, row.patientUuid, 'upload', row.encryptedMetadata)));
}

// bound to its position: an earlier tail put back into the row does not decrypt
const tailKeyContext = (objectKey: ObjectKey, encryptedBytes: number) => `tail:${objectKey.objectId}:${encryptedBytes}`;

/** Encrypts the bytes after the last full segment; null for none. */
export function encryptTail(
  objectKey: ObjectKey,
  encryptedBytes: number,
  tail: Buffer,
  { random }: Pick<AppContext, 'random'>,
) {
  if (tail.length === 0) return null;
  return encryptBytes(objectKey.key, encryptedFormats.bytes, tailKeyContext(objectKey, encryptedBytes), tail, random);
}

export function decryptTail(objectKey: ObjectKey, encryptedBytes: number, encrypted: Buffer | null): Buffer {
  if (encrypted === null) return Buffer.alloc(0);
  return decryptBytes(objectKey.key, encryptedFormats.bytes, tailKeyContext(objectKey, encryptedBytes), encrypted);
}
