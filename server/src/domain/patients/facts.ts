import { nameKey } from '@medcloud/contract/names/search-key';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import { amkaIndex, openColumn, phoneIndex, sealColumn } from './sealed-columns.ts';
import type { PatientColumns, PatientRow } from './store.ts';

/** What a center keeps of a patient, in the clear: the phone in E.164, null where there is none. */
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

/** A stored patient's facts. Whoever calls this masks the AMKA, or writes down who saw it. */
export function factsOf({ keys }: Pick<Portal, 'keys'>, row: PatientRow): PatientFacts {
  const key = openWrappedPatientKey(keys, row.id, row.wrappedKey);
  const opened = (column: 'phone' | 'amka' | 'address', sealed: Buffer | null) =>
    sealed === null ? null : openColumn(key, row.id, column, sealed);
  const { firstName, lastName, dateOfBirth, gender, email, language } = row;
  return {
    ...{ firstName, lastName, dateOfBirth, gender, email, language },
    phone: opened('phone', row.phoneSealed),
    amka: opened('amka', row.amkaSealed),
    address: opened('address', row.addressSealed),
  };
}

/** The facts as they are kept: names keyed for the search, what is private sealed, whole numbers with their blind index. */
export function columnsOf(
  { keys, random }: Pick<Portal, 'keys' | 'random'>,
  patient: { id: string; key: Buffer },
  facts: PatientFacts,
): PatientColumns {
  const seal = (column: 'phone' | 'amka' | 'address', text: string | null) =>
    sealColumn(patient.key, patient.id, column, text ?? undefined, random);
  const firstName = facts.firstName.normalize('NFC');
  const lastName = facts.lastName.normalize('NFC');
  return {
    first_name: firstName,
    last_name: lastName,
    name_key: nameKey(firstName, lastName),
    date_of_birth: facts.dateOfBirth,
    gender: facts.gender,
    email: facts.email,
    language: facts.language,
    phone_sealed: seal('phone', facts.phone),
    phone_index: facts.phone === null ? null : phoneIndex(keys, facts.phone),
    amka_sealed: seal('amka', facts.amka),
    amka_index: facts.amka === null ? null : amkaIndex(keys, facts.amka),
    address_sealed: seal('address', facts.address),
  };
}
