import { normalizePatientId, type Patient, type PatientChange, validationMessages } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { applyPatientChange, listChangedFields } from '../patients/apply-patient-change.ts';
import { decryptFacts, encryptFacts } from '../patients/patient-facts.ts';
import { showPatient } from '../patients/show.ts';
import {
  findEarliestExamDay,
  findPatientById,
  findPatientByPublicId,
  lockPatient,
  type PatientRow,
  updatePatient,
} from '../patients/store.ts';
import { listGrants, unlinkRecord } from './grants/patient-grants.ts';
import { getEffectiveStatus } from './states.ts';

/**
 * Changes what a center names of its own patient; what is the same already is no change. Another phone ends the record's
 * requests that wait and takes it out of links sent before, while live grants stay (product, "Centers"): hence it stands
 * here and not beside registration. Fails with `not_found` alike for an unknown and a foreign patient, `validation` as
 * registration does.
 */
export async function changePatient(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
  change: PatientChange,
): Promise<Patient> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const patient = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    await withIdempotency(tx, request, () => applyChange(context, tx, scope, request, patient.id, change));
    return showPatient(await getPatient(tx, scope, patient.id), context.keys);
  });
}

async function getPatient(tx: Tx, scope: CenterScope, id: string): Promise<PatientRow> {
  const row = await findPatientById(tx, scope.centerId, id);
  if (row === null) throw new Error('A patient that was just found is not there.');
  return row;
}

async function applyChange(
  context: AppContext,
  tx: Tx,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
  change: PatientChange,
): Promise<string> {
  await lockPatient(tx, scope.centerId, id);
  const row = await getPatient(tx, scope, id);
  const before = decryptFacts(context, row);
  const after = applyPatientChange(context, before, change);
  const fields = listChangedFields(before, after);
  if (fields.length === 0) return id;
  if (fields.includes('dateOfBirth')) await checkExamsAfterBirth(tx, scope, id, after.dateOfBirth);
  const key = unwrapPatientKey(context.keys, id, row.wrappedKey);
  await updatePatient(tx, scope.centerId, id, encryptFacts(context, { id, key }, after));
  const requestsEnded = fields.includes('phone') ? await unlinkOldPhone(tx, scope, id) : 0;
  await record(tx, {
    event: 'patient_changed',
    ...toAuditFields(request),
    patientId: id,
    object: { kind: 'patient', id },
    details: { fields, requestsEnded },
  });
  await notifyReaders(tx, scope, id);
  return id;
}

async function checkExamsAfterBirth(tx: Tx, scope: CenterScope, id: string, dateOfBirth: string): Promise<void> {
  const earliest = await findEarliestExamDay(tx, scope.centerId, id);
  if (earliest !== null && earliest < dateOfBirth)
    throw createFieldFault('dateOfBirth', validationMessages.examsBeforeBirth);
}

/** How many doctors waited for an answer that will not come. */
async function unlinkOldPhone(tx: Tx, scope: CenterScope, id: string): Promise<number> {
  const doctors = await unlinkRecord(tx, id);
  const { centerId } = scope;
  await notifyClients(tx, { kind: 'request', ids: [id], to: { centers: [centerId], doctors } });
  return doctors.length;
}

/** The name stands on lists of the center and of doctors with a live grant. */
async function notifyReaders(tx: Tx, { centerId }: CenterScope, id: string): Promise<void> {
  const grants = await listGrants(tx, centerId, id);
  const now = await databaseNow(tx);
  const activeGrants = grants.filter((grant) => getEffectiveStatus(grant, now) === 'granted');
  const doctors = [...new Set(activeGrants.map((grant) => grant.doctorId))];
  await notifyClients(tx, { kind: 'exam', ids: [id], to: { centers: [centerId], doctors } });
}
