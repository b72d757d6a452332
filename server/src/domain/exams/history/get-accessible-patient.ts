import { type AccessiblePatient, type Exam, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { getAccessFaultCode } from '../../access/grants/access-fault-code.ts';
import { findLastGrantOnPatient } from '../../access/grants/reads.ts';
import { showAccessiblePatient } from '../../access/grants/show.ts';
import { findAccessiblePatient } from '../../access/reads.ts';
import { hasRecentlyListed } from '../../audit/record/reads.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { KeyContext } from '../../core/context.ts';
import { showExam } from '../show.ts';
import { listExamsForDoctor } from '../store.ts';

/**
 * How long automatic refreshes of a page count as the view that opened it. Later ones are logged as a view of their
 * own.
 */
const refreshMinutes = 15;

export interface PatientWithExams {
  patient: AccessiblePatient;
  exams: (Omit<Exam, 'patientId'> & { isNew: boolean })[];
}

/**
 * Returns a consenting patient with the exams within the grant, and logs that they were viewed. Throws `not_found` if
 * the patient never granted this doctor access; `access_expired` or `access_revoked` if a grant ended.
 */
export async function getAccessiblePatient(
  context: KeyContext,
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
    // the client claims to be in the background: trust it only if the audit events show a recent view
    const isRefresh =
      request.isBackground && (await hasRecentlyListed(tx, request.principal, row.grantId, refreshMinutes));
    await record(tx, {
      event: 'exams_listed',
      ...toAuditFields(request),
      centerId: row.centerId,
      patientId: row.id,
      purpose: row.grantId,
      // an automatic refresh of an open page is logged, but is not a view by the doctor
      details: { patientId, exams: exams.length, ...(isRefresh ? { background: true } : {}) },
    });
    return {
      patient: showAccessiblePatient(row, context.keys),
      exams: exams.map((exam) => ({ ...showExam(exam, context.keys), isNew: exam.isNew })),
    };
  });
  if (typeof result === 'string') throw new Fault(result);
  return result;
}
