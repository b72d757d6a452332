import type { Patient, PatientRegistration } from '@medcloud/contract';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { keepPatientKey, newPatientKey } from '../keys/patient-key.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { checkAmka, checkBirthDate, readPhone } from './check-facts.ts';
import { columnsOf, type PatientFacts } from './facts.ts';
import { newPatientId } from './patient-id.ts';
import { showPatient } from './show.ts';
import { findPatientById, insertPatient } from './store.ts';

/** The patient, and whether an earlier request with the same Idempotency-Key had registered it. */
export interface Registered {
  patient: Patient;
  repeated: boolean;
}

/**
 * Registers a center's patient under a new public id and a key of its own. Fails with `validation`: a phone that cannot
 * receive an SMS, a birth date that is not past, an AMKA of another birth date that was not confirmed.
 */
export async function registerPatient(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  registration: PatientRegistration,
): Promise<Registered> {
  const facts = readFacts(portal, registration);
  return await portal.db.within(scope, async (tx) => {
    const { id, repeated } = await once(tx, asking, () => addPatient(portal, tx, scope, asking, facts));
    const row = await findPatientById(tx, scope.centerId, id);
    if (row === null) throw new Error('A patient that was just registered is not there.');
    return { patient: showPatient(row, portal.keys), repeated };
  });
}

/** The registration as it is kept, after the checks that need the server's day and number plans. */
function readFacts(portal: Portal, registration: PatientRegistration): PatientFacts {
  const { firstName, lastName, dateOfBirth, gender } = registration;
  checkBirthDate(portal, dateOfBirth);
  checkAmka(registration.amka ?? null, dateOfBirth, registration.amkaConfirmed);
  return {
    ...{ firstName, lastName, dateOfBirth, gender },
    email: registration.email ?? null,
    language: registration.language ?? null,
    phone: registration.phone === undefined ? null : readPhone(registration.phone),
    amka: registration.amka ?? null,
    address: registration.address ?? null,
  };
}

async function addPatient(
  portal: Portal,
  tx: Tx,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  facts: PatientFacts,
): Promise<string> {
  const { keys, random } = portal;
  const id = newId(portal.clock, random);
  const key = newPatientKey(random);
  await insertPatient(tx, {
    id,
    center_id: scope.centerId,
    patient_id: newPatientId(random),
    ...columnsOf(portal, { id, key }, facts),
    registered_by: asking.who.userId,
  });
  await keepPatientKey(tx, keys, random, id, key);
  await record(tx, { event: 'patient_registered', ...askedBy(asking), patientId: id, object: { kind: 'patient', id } });
  return id;
}
