import { newKey, unwrapKey, wrapKey } from '../../platform/blobs/keys.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Tx } from '../database.ts';
import type { AppKeys } from './app-keys.ts';
import { parseMasterWrapped } from './master-keys.ts';
import { insertPatientKey } from './store.ts';

/** Returns a key for a new patient. */
export function newPatientKey(random: Random): Buffer {
  return newKey(random);
}

/** Stores a patient's key wrapped by the master key. The patient's row must exist. */
export async function storePatientKey(
  tx: Tx,
  keys: AppKeys,
  random: Random,
  patientId: string,
  key: Buffer,
): Promise<void> {
  await insertPatientKey(tx, patientId, keys.masters.wrap(key, `patient:${patientId}`, random));
}

/** Unwraps a patient's key. Each list's own query selects the wrapped key with `wrappedPatientKey` (`reads.ts`). */
export function unwrapPatientKey(keys: AppKeys, patientId: string, wrapped: Buffer): Buffer {
  return keys.masters.unwrap(parseMasterWrapped(wrapped), `patient:${patientId}`);
}

/** Wraps the key of one stored object with its patient's key. */
export function wrapObjectKey(patientKey: Buffer, objectKey: Buffer, objectId: string, random: Random): Buffer {
  return wrapKey(patientKey, objectKey, `object:${objectId}`, random);
}

export function unwrapObjectKey(patientKey: Buffer, wrapped: Buffer, objectId: string): Buffer {
  return unwrapKey(patientKey, wrapped, `object:${objectId}`);
}
