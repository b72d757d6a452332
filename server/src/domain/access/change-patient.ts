import { normalizePatientId, type Patient, type PatientChange, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import { changedFacts, differingNames } from '../patients/changed-facts.ts';
import { columnsOf, factsOf } from '../patients/facts.ts';
import { showPatient } from '../patients/show.ts';
import {
  findEarliestExamDay,
  findPatientById,
  findPatientByPublicId,
  holdPatient,
  type PatientRow,
  updatePatient,
} from '../patients/store.ts';
import { announce } from '../portal/announce.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { listGrants, takeOffLinks } from './patient-store.ts';
import { shownStatus } from './states.ts';

/**
 * Changes what a center names of its own patient; what is the same already is no change. Another phone ends the record's
 * requests that wait and takes it out of links sent before, while live grants stay (product, "Centers"): hence it stands
 * here and not beside registration. Fails with `not_found` alike for an unknown and a foreign patient, `validation` as
 * registration does.
 */
export async function changePatient(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
  change: PatientChange,
): Promise<Patient> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const found = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (found === null) throw new Fault('not_found');
    await once(tx, asking, () => changeFound(portal, tx, scope, asking, found.id, change));
    return showPatient(await read(tx, scope, found.id), portal.keys);
  });
}

async function read(tx: Tx, scope: CenterScope, id: string): Promise<PatientRow> {
  const row = await findPatientById(tx, scope.centerId, id);
  if (row === null) throw new Error('A patient that was just found is not there.');
  return row;
}

async function changeFound(
  portal: Portal,
  tx: Tx,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  id: string,
  change: PatientChange,
): Promise<string> {
  await holdPatient(tx, scope.centerId, id);
  const row = await read(tx, scope, id);
  const before = factsOf(portal, row);
  const after = changedFacts(portal, before, change);
  const fields = differingNames(before, after);
  if (fields.length === 0) return id;
  if (fields.includes('dateOfBirth')) await checkExamsAfterBirth(tx, scope, id, after.dateOfBirth);
  const key = openWrappedPatientKey(portal.keys, id, row.wrappedKey);
  await updatePatient(tx, scope.centerId, id, columnsOf(portal, { id, key }, after));
  const requestsEnded = fields.includes('phone') ? await leaveOldNumber(tx, scope, id) : 0;
  await record(tx, {
    event: 'patient_changed',
    ...askedBy(asking),
    patientId: id,
    object: { kind: 'patient', id },
    details: { fields, requestsEnded },
  });
  await tellReaders(tx, scope, id);
  return id;
}

async function checkExamsAfterBirth(tx: Tx, scope: CenterScope, id: string, dateOfBirth: string): Promise<void> {
  const earliest = await findEarliestExamDay(tx, scope.centerId, id);
  if (earliest !== null && earliest < dateOfBirth) throw fieldFault('dateOfBirth', sentences.examsBeforeBirth);
}

/** How many doctors waited for an answer that will not come. */
async function leaveOldNumber(tx: Tx, scope: CenterScope, id: string): Promise<number> {
  const doctors = await takeOffLinks(tx, id);
  const { centerId } = scope;
  await announce(tx, { kind: 'request', ids: [id], to: { centers: [centerId], doctors } });
  return doctors.length;
}

/** The name stands on lists of the center and of doctors with a live grant. */
async function tellReaders(tx: Tx, { centerId }: CenterScope, id: string): Promise<void> {
  const grants = await listGrants(tx, centerId, id);
  const now = await databaseNow(tx);
  const live = grants.filter((grant) => shownStatus(grant, now) === 'granted');
  const doctors = [...new Set(live.map((grant) => grant.doctorId))];
  await announce(tx, { kind: 'exam', ids: [id], to: { centers: [centerId], doctors } });
}
