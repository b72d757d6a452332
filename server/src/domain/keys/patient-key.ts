import { newKey, unwrapKey, wrapKey } from '../../platform/blobs/keys.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from './app-keys.ts';
import { insertPatientKey } from './store.ts';

/** A new patient's key. */
export function newPatientKey(random: Random): Buffer {
  return newKey(random);
}

/** Keeps a patient's key wrapped by the master key; the patient's row must be there already. */
export async function storePatientKey(
  tx: Tx,
  keys: AppKeys,
  random: Random,
  patientId: string,
  key: Buffer,
): Promise<void> {
  await insertPatientKey(tx, patientId, wrapKey(keys.master, key, `patient:${patientId}`, random));
}

/** A patient's key from its wrapped form, which comes along in each list's own query. */
export function unwrapPatientKey(keys: AppKeys, patientId: string, wrapped: Buffer): Buffer {
  return unwrapKey(keys.master, wrapped, `patient:${patientId}`);
}

/** The key of one stored object, wrapped by its patient's key. */
export function wrapObjectKey(patientKey: Buffer, objectKey: Buffer, objectId: string, random: Random): Buffer {
  return wrapKey(patientKey, objectKey, `object:${objectId}`, random);
}

export function unwrapObjectKey(patientKey: Buffer, wrapped: Buffer, objectId: string): Buffer {
  return unwrapKey(patientKey, wrapped, `object:${objectId}`);
}
