import { createNameKey } from '@medcloud/contract/names/search-key';
import type { AppContext } from '../core/context.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { amkaIndex, decryptColumn, encryptColumn, phoneIndex } from './encrypted-columns.ts';
import type { PatientColumns, PatientRow } from './store.ts';

/** What a center stores of a patient, decrypted. The phone is in E.164, null if there is none. */
export interface PatientFacts {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: PatientRow['gender'];
  email: string | null;
  language: PatientRow['language'];
  phone: string | null;
  amka: string | null;
  address: string | null;
}

/** Decrypts a stored patient's facts. The caller must mask the AMKA or log who saw it. */
export function decryptFacts({ keys }: Pick<AppContext, 'keys'>, row: PatientRow): PatientFacts {
  const key = unwrapPatientKey(keys, row.id, row.wrappedKey);
  const decrypt = (column: 'phone' | 'amka' | 'address', encrypted: Buffer | null) =>
    encrypted === null ? null : decryptColumn(key, row.id, column, encrypted);
  const { firstName, lastName, dateOfBirth, gender, email, language } = row;
  return {
    ...{ firstName, lastName, dateOfBirth, gender, email, language },
    phone: decrypt('phone', row.encryptedPhone),
    amka: decrypt('amka', row.encryptedAmka),
    address: decrypt('address', row.encryptedAddress),
  };
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
  const encrypt = (column: 'phone' | 'amka' | 'address', text: string | null) =>
    encryptColumn(patient.key, patient.id, column, text ?? undefined, random);
  const firstName = facts.firstName.normalize('NFC');
  const lastName = facts.lastName.normalize('NFC');
  return {
    first_name: firstName,
    last_name: lastName,
    name_key: createNameKey(firstName, lastName),
    date_of_birth: facts.dateOfBirth,
    gender: facts.gender,
    email: facts.email,
    language: facts.language,
    phone_sealed: encrypt('phone', facts.phone),
    phone_index: facts.phone === null ? null : phoneIndex(keys, facts.phone),
    amka_sealed: encrypt('amka', facts.amka),
    amka_index: facts.amka === null ? null : amkaIndex(keys, facts.amka),
    address_sealed: encrypt('address', facts.address),
  };
}
