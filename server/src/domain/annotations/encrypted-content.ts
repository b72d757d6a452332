import { type DraftItem, draftItem } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import * as z from 'zod';
import { newKey } from '../../platform/blobs/keys.ts';
import { decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { unwrapObjectKey, unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';

/** A set's id and its key, which encrypts what the set contains. */
export interface SetKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A patient and the patient's key, as stored. */
export interface PatientKey {
  readonly patientUuid: string;
  readonly wrappedPatientKey: Buffer;
}

/** Creates the key of a new set, and wraps it by the patient's key. */
export function createSetKey(
  { keys, random }: { keys: AppKeys; random: Random },
  id: string,
  { patientUuid, wrappedPatientKey }: PatientKey,
): SetKey & { wrappedKey: Buffer } {
  const key = newKey(random);
  const patientKey = unwrapPatientKey(keys, patientUuid, wrappedPatientKey);
  return { id, key, wrappedKey: wrapObjectKey(patientKey, key, id, random) };
}

/** Runs what reads a stored set. Throws `annotations_damaged`, with the cause, if it cannot be decrypted or parsed. */
export function readStored<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const fault = new Fault('annotations_damaged');
    fault.cause = error;
    throw fault;
  }
}

/** Unwraps the key of a stored set. Throws `annotations_damaged`, also if the patient's key was replaced by an erasure. */
export function openSetKey(keys: AppKeys, row: PatientKey & { id: string; wrappedKey: Buffer }): SetKey {
  return readStored(() => {
    const patientKey = unwrapPatientKey(keys, row.patientUuid, row.wrappedPatientKey);
    return { id: row.id, key: unwrapObjectKey(patientKey, row.wrappedKey, row.id) };
  });
}

/** Encrypts the items of a set. The context binds them to their row. */
export function encryptItems({ id, key }: SetKey, items: readonly DraftItem[], random: Random): Buffer {
  return encryptText(key, `annotations:${id}:items`, JSON.stringify(items), random);
}

const storedItems = z.array(draftItem);

/** Decrypts the items encrypted by `encryptItems`. Throws `annotations_damaged`. */
export function decryptItems({ id, key }: SetKey, encrypted: Buffer): DraftItem[] {
  return readStored(() => storedItems.parse(JSON.parse(decryptText(key, `annotations:${id}:items`, encrypted))));
}

/** What a saved set is called, and whose it is: the name that its author had when it was saved. */
const headingShape = z.object({ title: z.string().nullable(), author: z.string() });
export type SetHeading = z.infer<typeof headingShape>;

export function encryptHeading({ id, key }: SetKey, heading: SetHeading, random: Random): Buffer {
  return encryptText(key, `annotations:${id}:heading`, JSON.stringify(heading), random);
}

/** Decrypts the heading encrypted by `encryptHeading`. Throws `annotations_damaged`. */
export function decryptHeading({ id, key }: SetKey, encrypted: Buffer): SetHeading {
  return readStored(() => headingShape.parse(JSON.parse(decryptText(key, `annotations:${id}:heading`, encrypted))));
}

/** Encrypts the reason of a withdrawal, which may name the patient. */
export function encryptWithdrawal({ id, key }: SetKey, reason: string, random: Random): Buffer {
  return encryptText(key, `annotations:${id}:reason`, reason, random);
}
