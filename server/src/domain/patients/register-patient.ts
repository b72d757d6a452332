import type { Patient, PatientRegistration } from '@medcloud/contract';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { Tx } from '../database.ts';
import { newPatientKey, storePatientKey } from '../keys/patient-key.ts';
import { checkAmka, checkBirthDate, requireMobile } from './check-facts.ts';
import type { PatientFacts } from './patient-columns.ts';
import { encryptFacts } from './patient-facts.ts';
import { newPatientId } from './patient-id.ts';
import { showPatient } from './show.ts';
import { findPatientById, insertPatient } from './store.ts';

/** The patient, and whether an earlier request with the same Idempotency-Key registered it. */
export interface RegistrationResult {
  patient: Patient;
  isRepeated: boolean;
}

/**
 * Registers a center's patient with a new public ID and its own key. Throws `validation` for a phone that cannot
 * receive an SMS, a birth date not in the past, or an unconfirmed AMKA of another birth date.
 */
export async function registerPatient(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'settings'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  registration: PatientRegistration,
): Promise<RegistrationResult> {
  const facts = parseFacts(context, registration);
  return await context.db.within(scope, async (tx) => {
    const { id, isRepeated } = await withIdempotency(tx, request, () =>
      createPatient(context, tx, scope, request, facts),
    );
    const row = await findPatientById(tx, scope.centerId, id);
    if (row === null) throw new Error('The patient that was just registered does not exist.');
    return { patient: showPatient(row, context.keys), isRepeated };
  });
}

/** Returns the registration's facts after the checks that need the server's day and numbering plans. */
function parseFacts(
  context: Pick<AppContext, 'clock' | 'settings'>,
  { amkaConfirmed, ...facts }: PatientRegistration,
): PatientFacts {
  checkBirthDate(context, facts.dateOfBirth);
  checkAmka(facts.amka, facts.dateOfBirth, amkaConfirmed);
  return {
    ...facts,
    phone: facts.phone === undefined ? undefined : requireMobile(facts.phone, 'phone', 'mobile_required'),
  };
}

async function createPatient(
  context: Pick<AppContext, 'keys' | 'clock' | 'random'>,
  tx: Tx,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  facts: PatientFacts,
): Promise<string> {
  const { keys, random } = context;
  const id = newId(context.clock, random);
  const key = newPatientKey(random);
  await insertPatient(tx, {
    id,
    center_id: scope.centerId,
    patient_id: newPatientId(random),
    ...encryptFacts(context, { id, key }, facts),
    registered_by: request.principal.userId,
  });
  await storePatientKey(tx, keys, random, id, key);
  await record(tx, {
    event: 'patient_registered',
    ...toAuditFields(request),
    patientId: id,
    object: { kind: 'patient', id },
  });
  return id;
}
