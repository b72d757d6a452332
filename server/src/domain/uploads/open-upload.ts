import { type UploadMetadata, uploadMetadata } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Seal } from '../../platform/blobs/container.ts';
import { openBytes, sealBytes, sealedFormats } from '../../platform/crypto/sealing.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import { openColumn } from '../patients/sealed-columns.ts';
import type { Portal } from '../portal/portal.ts';
import { findUpload, type UploadRow } from './store.ts';

/** A center's own upload; `not_found` alike for an unknown id, another center's, and what is no id. */
export async function uploadOfCenter(portal: Pick<Portal, 'db'>, scope: CenterScope, id: string): Promise<UploadRow> {
  if (!isUuid(id)) throw new Fault('not_found');
  const row = await portal.db.within(scope, (tx) => findUpload(tx, scope.centerId, id));
  if (row === null) throw new Fault('not_found');
  return row;
}

/** What opens an upload's object. */
export function sealOf({ keys }: Pick<Portal, 'keys'>, row: UploadRow): Seal {
  const { objectId } = row;
  if (!isUuid(objectId)) throw new TypeError('An object has an id.');
  const patientKey = openWrappedPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  return { objectId, keyId: objectId, key: openObjectKey(patientKey, row.wrappedKey, objectId) };
}

/** What the client said of the file when it began. */
export function metadataOf({ keys }: Pick<Portal, 'keys'>, row: UploadRow): UploadMetadata {
  const patientKey = openWrappedPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
  return uploadMetadata.parse(JSON.parse(openColumn(patientKey, row.patientUuid, 'upload', row.metadataSealed)));
}

// bound to its place: an earlier tail put back into the row does not open
const tailContext = (seal: Seal, sealedBytes: number) => `tail:${seal.objectId}:${sealedBytes}`;

/** The bytes behind the last whole frame as they are kept; null for none. */
export function sealTail(seal: Seal, sealedBytes: number, tail: Buffer, { random }: Pick<Portal, 'random'>) {
  if (tail.length === 0) return null;
  return sealBytes(seal.key, sealedFormats.bytes, tailContext(seal, sealedBytes), tail, random);
}

export function openTail(seal: Seal, sealedBytes: number, sealed: Buffer | null): Buffer {
  if (sealed === null) return Buffer.alloc(0);
  return openBytes(seal.key, sealedFormats.bytes, tailContext(seal, sealedBytes), sealed);
}
