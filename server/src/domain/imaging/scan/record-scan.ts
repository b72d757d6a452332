import { sql } from 'kysely';
import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { record } from '../../audit/record/record.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { lockExamToIndex } from '../../exams/imaging-state.ts';
import { encryptFindings, type ScanFindings } from '../../exams/scan-findings.ts';
import { markClean, markInfected } from '../../exams/scan-state.ts';
import { originalOf } from '../index/index-exam-job.ts';
import { type ExamToIndex, listViewersOfExam } from '../store.ts';

/** Records that no virus was found: doctors can download the files. */
export async function recordClean({ db }: Pick<AppContext, 'db'>, exam: ExamToIndex): Promise<void> {
  await db.within(imagingScope(exam.id), async (tx) => {
    if (!(await markClean(tx, exam.id))) return;
    await notify(tx, exam, await listViewersOfExam(tx));
  });
}

/**
 * Records what was found in one transaction: the exam's state, an audit event and an alarm. Running downloads of doctors
 * end, because they no longer see the exam. The event names the viruses, not the files, whose names may name the patient.
 */
export async function recordInfected(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>,
  exam: ExamToIndex,
  findings: ScanFindings,
): Promise<void> {
  const { key } = originalOf(context, exam).objectKey;
  await context.db.within(imagingScope(exam.id), async (tx) => {
    if (!(await lockExamToIndex(tx, exam.id))) return;
    const doctors = await listViewersOfExam(tx);
    if (!(await markInfected(tx, exam.id, encryptFindings(key, exam.id, findings, context.random)))) return;
    await record(tx, {
      event: 'exam_infected',
      outcome: 'failure',
      actor: { kind: 'system' },
      centerId: exam.centerId,
      patientId: exam.patientUuid,
      object: { kind: 'exam', id: exam.id },
      examType: exam.examType,
      details: { files: findings.length, viruses: nameViruses(findings) },
    });
    await raiseAlarm(
      context,
      tx,
      { kind: 'infected_file', doctorId: null, centerId: exam.centerId },
      sql<boolean>`true`,
    );
    await notify(tx, exam, doctors);
  });
}

// An event's details are short (guard_event); the exam's findings list all.
const maxNamedViruses = 50;

const nameViruses = (findings: readonly { virus: string }[]) =>
  [...new Set(findings.map(({ virus }) => virus.slice(0, 100)))].slice(0, maxNamedViruses).join(', ');

async function notify(tx: Tx, { id, centerId }: ExamToIndex, doctors: string[]): Promise<void> {
  await notifyClients(tx, { kind: 'exam', ids: [id], to: { centers: [centerId], doctors, admins: true } });
}
