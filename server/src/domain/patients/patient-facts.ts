import { createNameKey } from '@medcloud/contract/names/search-key';
import type { AppContext } from '../core/context.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { amkaIndex, decryptColumn, encryptColumn, phoneIndex } from './encrypted-columns.ts';
import { type FactColumns, type PatientFacts, toColumns, toFacts } from './patient-columns.ts';
import type { PatientRow } from './reads.ts';

/** The columns that a center fills and may change: the facts, and what a patient is found by. */
export interface PatientColumns extends FactColumns {
  name_key: string;
  phone_index: Buffer | null;
  amka_index: Buffer | null;
}

/** Decrypts a stored patient's facts. The caller must mask the AMKA or log who saw it. */
export function decryptFacts({ keys }: Pick<AppContext, 'keys'>, row: PatientRow): PatientFacts {
  const key = unwrapPatientKey(keys, row.id, row.wrappedKey);
  return toFacts(row, (fact, encrypted) => decryptColumn(key, row.id, fact, encrypted));
}

/**
 * Returns the facts as columns: names with their search key, private facts encrypted, complete numbers with their blind
 * index.
 */
export function encryptFacts(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  patient: { id: string; key: Buffer },
  facts: PatientFacts,
): PatientColumns {
  const firstName = facts.firstName.normalize('NFC');
  const lastName = facts.lastName.normalize('NFC');
  return {
    ...toColumns({ ...facts, firstName, lastName }, (fact, text) =>
      encryptColumn(patient.key, patient.id, fact, text, random),
    ),
    name_key: createNameKey(firstName, lastName),
    phone_index: facts.phone === undefined ? null : phoneIndex(keys, facts.phone),
    amka_index: facts.amka === undefined ? null : amkaIndex(keys, facts.amka),
  };
}
