import { amkaAgreesWithBirthDate, type Patient, type PatientRegistration, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { nameKey } from '@medcloud/contract/names/search-key';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/kit/ids.ts';
import { readMobile } from '../../platform/kit/phone.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { keepPatientKey, newPatientKey } from '../keys/patient-key.ts';
import { once } from '../portal/once.ts';
import { type Portal, today } from '../portal/portal.ts';
import { newPatientId } from './patient-id.ts';
import { amkaIndex, phoneIndex, sealColumn } from './sealed-columns.ts';
import { showPatient } from './show.ts';
import { findPatientById, insertPatient } from './store.ts';

/** The patient, and whether an earlier request with the same Idempotency-Key had registered it. */
export interface Registered {
  patient: Patient;
  repeated: boolean;
}

/**
 * Registers a center's patient under a new public id and a key of its own. Fails with `validation`: a phone that cannot
 * receive an SMS, a birth date to come, an AMKA of another birth date that was not confirmed.
 */
export async function registerPatient(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  registration: PatientRegistration,
): Promise<Registered> {
  const phone = checkRegistration(portal, registration);
  return await portal.db.within(scope, async (tx) => {
    const { id, repeated } = await once(tx, asking, () => addPatient(portal, tx, scope, asking, registration, phone));
    const row = await findPatientById(tx, scope.centerId, id);
    if (row === null) throw new Error('A patient that was just registered is not there.');
    return { patient: showPatient(row, portal.keys), repeated };
  });
}

/** The checks that need the server's day and number plans; answers the phone in E.164. */
function checkRegistration(portal: Portal, registration: PatientRegistration): string | undefined {
  if (registration.dateOfBirth > today(portal)) throw fieldFault('dateOfBirth', sentences.birthDateRange);
  if (
    registration.amka &&
    !registration.amkaConfirmed &&
    !amkaAgreesWithBirthDate(registration.amka, registration.dateOfBirth)
  ) {
    throw fieldFault('amkaConfirmed', sentences.amkaBirthDate);
  }
  if (registration.phone === undefined) return undefined;
  const phone = readMobile(registration.phone);
  if (phone === null) throw fieldFault('phone', sentences.mobileRequired);
  return phone;
}

async function addPatient(
  portal: Portal,
  tx: Tx,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  registration: PatientRegistration,
  phone: string | undefined,
): Promise<string> {
  const { keys, random } = portal;
  const id = newId(portal.clock, random);
  const key = newPatientKey(random);
  const firstName = registration.firstName.normalize('NFC');
  const lastName = registration.lastName.normalize('NFC');
  await insertPatient(tx, {
    id,
    center_id: scope.centerId,
    patient_id: newPatientId(random),
    first_name: firstName,
    last_name: lastName,
    name_key: nameKey(firstName, lastName),
    date_of_birth: registration.dateOfBirth,
    gender: registration.gender,
    email: registration.email ?? null,
    language: registration.language ?? null,
    phone_sealed: sealColumn(key, id, 'phone', phone, random),
    phone_index: phone === undefined ? null : phoneIndex(keys, phone),
    amka_sealed: sealColumn(key, id, 'amka', registration.amka, random),
    amka_index: registration.amka === undefined ? null : amkaIndex(keys, registration.amka),
    address_sealed: sealColumn(key, id, 'address', registration.address, random),
    registered_by: asking.who.userId,
  });
  await keepPatientKey(tx, keys, random, id, key);
  await record(tx, { event: 'patient_registered', ...askedBy(asking), patientId: id, object: { kind: 'patient', id } });
  return id;
}
