import { type AccessiblePatient, type Exam, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { getAccessFaultCode } from '../../access/grants/access-fault-code.ts';
import { findLastGrantOnPatient } from '../../access/grants/reads.ts';
import { showAccessiblePatient } from '../../access/grants/show.ts';
import { findAccessiblePatient } from '../../access/store.ts';
import { record } from '../../audit/record/record.ts';
import { hasRecentlyListed } from '../../audit/record/store.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { showExam } from '../show.ts';
import { listExamsForDoctor } from '../store.ts';

/** For how long a page's reading itself again belongs to the look that opened it. Afterwards it is a look of its own. */
const refreshMinutes = 15;

export interface PatientWithExams {
  patient: AccessiblePatient;
  exams: Omit<Exam, 'patientId'>[];
}

/**
 * A consenting patient with the exams within the grant, and the trace that they were looked at. Fails with `not_found`
 * for whoever never granted this doctor anything; with `access_expired` or `access_revoked` once held.
 */
export async function getAccessiblePatient(
  context: AppContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  typedId: string,
): Promise<PatientWithExams> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  const result = await context.db.within(scope, async (tx) => {
    const row = await findAccessiblePatient(tx, scope.doctorId, patientId);
    if (row === null) return getAccessFaultCode(await findLastGrantOnPatient(tx, scope.doctorId, patientId));
    const exams = await listExamsForDoctor(tx, scope.doctorId, row.id);
    // the caller says that nobody asked; the trail must say that somebody just did
    const isRefresh =
      request.isBackground && (await hasRecentlyListed(tx, request.principal, row.grantId, refreshMinutes));
    await record(tx, {
      event: 'exams_listed',
      ...toAuditFields(request),
      centerId: row.centerId,
      patientId: row.id,
      purpose: row.grantId,
      // an open page that reads again by itself is traced, but is no look of the doctor's
      details: { patientId, exams: exams.length, ...(isRefresh ? { background: true } : {}) },
    });
    return {
      patient: showAccessiblePatient(row, context.keys),
      exams: exams.map((exam) => showExam(exam, context.keys)),
    };
  });
  if (typeof result === 'string') throw new Fault(result);
  return result;
}
