import { type AccessiblePatient, type Exam, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { hasJustListed } from '../audit/store.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { showExam } from '../exams/show.ts';
import { listExamsForDoctor } from '../exams/store.ts';
import { accessRefusal } from '../grants/access-refusal.ts';
import { findLastGrantOnPatient } from '../grants/store.ts';
import type { Portal } from '../portal/portal.ts';
import { showAccessible } from './show.ts';
import { findAccessible } from './store.ts';

/** For how long a page's reading itself again belongs to the look that opened it. Afterwards it is a look of its own. */
const rereadMinutes = 15;

export interface OpenedPatient {
  patient: AccessiblePatient;
  exams: Omit<Exam, 'patientId'>[];
}

/**
 * A consenting patient with the exams within the grant, and the trace that they were looked at. Fails with `not_found`
 * for whoever never granted this doctor anything; with `access_expired` or `access_revoked` once held.
 */
export async function openPatient(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  typedId: string,
): Promise<OpenedPatient> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  const opened = await portal.db.within(scope, async (tx) => {
    const row = await findAccessible(tx, scope.doctorId, patientId);
    if (row === null) return accessRefusal(await findLastGrantOnPatient(tx, scope.doctorId, patientId));
    const exams = await listExamsForDoctor(tx, scope.doctorId, row.id);
    // the caller says that nobody asked; the trail must say that somebody just did
    const isReread = asking.background && (await hasJustListed(tx, asking.who, row.grantId, rereadMinutes));
    await record(tx, {
      event: 'exams_listed',
      ...askedBy(asking),
      centerId: row.centerId,
      patientId: row.id,
      purpose: row.grantId,
      // an open page that reads again by itself is traced, but is no look of the doctor's
      details: { patientId, exams: exams.length, ...(isReread ? { background: true } : {}) },
    });
    return { patient: showAccessible(row, portal.keys), exams: exams.map((exam) => showExam(exam, portal.keys)) };
  });
  if (typeof opened === 'string') throw new Fault(opened);
  return opened;
}
