import type { Timeline, ViewerExam } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import { findContents } from '../exams/reads.ts';
import { showExam } from '../exams/show.ts';
import { getVisibleExam } from './find-study.ts';
import { hasSkippedImages, readSkippedFiles } from './read-skipped-files.ts';
import { findExamToView, listEarlierExams, listSeriesToView, listTimeline } from './reads.ts';
import { showEarlierExam, showSeriesToView, showTimeline } from './show.ts';

/**
 * Returns an exam with its patient, center and series, and the exam as audit events name it. Throws the same
 * `not_found` for a missing exam and for one of another center. Throws `access_expired` or `access_revoked` for a
 * doctor whose grant on it has ended.
 */
export async function describeExam(
  context: Pick<AppContext, 'db' | 'objects' | 'keys'>,
  scope: CenterScope | DoctorScope,
  examId: string,
): Promise<{ exam: VisibleExam; examToView: ViewerExam }> {
  const exam = await getVisibleExam(context, scope, { examId });
  const found = await context.db.within(scope, async (tx) => {
    const row = await findExamToView(tx, scope, examId);
    if (row === null) return null;
    const series = await listSeriesToView(tx, scope, examId);
    const examToView = {
      exam: showExam(row, context.keys),
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
      timeline: showTimeline(await listTimeline(tx, scope, row.id, null)),
    };
    return { row, examToView, contents: hasSkippedImages(row) ? await findContents(tx, examId) : null };
  });
  // the exam was withdrawn, or the grant ended, between the two reads
  if (found === null) throw new Fault('not_found');
  return { exam, examToView: { ...found.examToView, leftOut: await readSkippedFiles(context, found) } };
}

/** Returns a further page of the exams of an exam's patient. Throws like `describeExam`. */
export async function readTimeline(
  context: Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  examId: string,
  cursor: string | null,
): Promise<{ exam: VisibleExam; timeline: Timeline }> {
  const exam = await getVisibleExam(context, scope, { examId });
  const page = await context.db.within(scope, (tx) => listTimeline(tx, scope, examId, cursor));
  return { exam, timeline: showTimeline(page) };
}
