import type { ExamToView } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import { showExam } from '../exams/show.ts';
import type { Portal } from '../portal/portal.ts';
import { openExam } from './find-study.ts';
import { isPart, leftOutOf } from './left-out.ts';
import { showEarlierExam, showSeriesToView } from './show.ts';
import { findContents, findExamToView, listEarlierExams, listSeriesToView, type SeenExam } from './store.ts';

/**
 * An exam with its patient, its center and its series, and the exam as a viewing of it is traced. Fails with `not_found`
 * alike for what is not there and what is somebody else's; with `access_expired` or `access_revoked` for a doctor who once
 * held a grant on it.
 */
export async function describeExam(
  portal: Portal,
  scope: CenterScope | DoctorScope,
  examId: string,
): Promise<{ seen: SeenExam; described: ExamToView }> {
  const seen = await openExam(portal, scope, { examId });
  const found = await portal.db.within(scope, async (tx) => {
    const row = await findExamToView(tx, scope, examId);
    if (row === null) return null;
    const series = await listSeriesToView(tx, scope, examId);
    const described = {
      exam: showExam(row, portal.keys),
      patient: {
        firstName: row.patientFirstName,
        lastName: row.patientLastName,
        patientId: row.patientId,
        dateOfBirth: row.dateOfBirth,
        gender: row.gender,
      },
      medicalCenter: { name: row.centerName },
      series: series.map(showSeriesToView),
      earlier: (await listEarlierExams(tx, scope, row.id)).map(showEarlierExam),
    };
    return { row, described, contents: isPart(row) ? await findContents(tx, examId) : null };
  });
  // it was withdrawn, or the grant ended, in between
  if (found === null) throw new Fault('not_found');
  return { seen, described: { ...found.described, leftOut: await leftOutOf(portal, found) } };
}
