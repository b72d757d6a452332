import { issueCode, normalizePatientId, type Patient, type PatientChange } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { Tx } from '../database.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { applyPatientChange, listChangedFields } from './apply-patient-change.ts';
import { checkNotErased } from './check-not-erased.ts';
import { lockPatient } from './lock-patient.ts';
import { decryptFacts, encryptFacts } from './patient-facts.ts';
import { findPatientByPublicId, type PatientRow } from './reads.ts';
import { showPatient } from './show.ts';
import { findEarliestExamDay, findPatientById, updatePatient } from './store.ts';

/**
 * Changes a center's own patient. Unchanged values cause no update and no event. A new phone number ends the record's
 * pending requests and removes it from links sent before (`app/event-handlers.ts`). Active grants stay (product,
 * "Centers"). Throws `not_found` for an unknown patient and for another center's, `validation` as registration does.
 */
export async function changePatient(
  context: Pick<AppContext, 'db' | 'keys' | 'events' | 'clock' | 'random' | 'settings'>,
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
  if (row === null) throw new Error('The patient does not exist although the same transaction just found it.');
  return row;
}

async function applyChange(
  context: Pick<AppContext, 'keys' | 'events' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  id: string,
  change: PatientChange,
): Promise<string> {
  await lockPatient(tx, scope.centerId, id);
  const row = await getPatient(tx, scope, id);
  checkNotErased(row);
  const before = decryptFacts(context, row);
  const after = applyPatientChange(context, before, change);
  const fields = listChangedFields(before, after);
  if (fields.length === 0) return id;
  if (fields.includes('dateOfBirth')) await checkExamsAfterBirth(tx, scope, id, after.dateOfBirth);
  const key = unwrapPatientKey(context.keys, id, row.wrappedKey);
  await updatePatient(tx, scope.centerId, id, encryptFacts(context, { id, key }, after));
  const patient = { patientId: id, centerId: scope.centerId };
  const counts = fields.includes('phone') ? await context.events.emit(tx, 'patient_phone_changed', patient) : {};
  await record(tx, {
    event: 'patient_changed',
    ...toAuditFields(request),
    patientId: id,
    object: { kind: 'patient', id },
    details: { fields, requestsEnded: 0, ...counts },
  });
  await context.events.emit(tx, 'patient_changed', patient);
  return id;
}

async function checkExamsAfterBirth(tx: Tx, scope: CenterScope, id: string, dateOfBirth: string): Promise<void> {
  const earliest = await findEarliestExamDay(tx, scope.centerId, id);
  if (earliest !== null && earliest < dateOfBirth)
    throw createFieldFault('dateOfBirth', issueCode('exams_before_birth'));
}
