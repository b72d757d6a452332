import { type ExamType, examTypes } from '@medcloud/contract';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { countForDoctor, listRecentActivity, type RecentActivity } from './store.ts';

/**
 * A doctor's own figures and latest acts, whose patients are a list like any other. An unverified doctor has none; an
 * unsubscribed one sees no patient's name.
 */
export async function doctorDashboard(portal: Portal, scope: DoctorScope, asking: Asking<DoctorPerson>) {
  const { who, background } = asking;
  return await portal.db.within(scope, async (tx) => {
    const figures = await countForDoctor(tx, scope.doctorId);
    const recent = who.isVerified ? await listRecentActivity(tx, scope.doctorId) : [];
    if (recent.length > 0) {
      const details = { shown: recent.length, ...(background ? { background: true } : {}) };
      await record(tx, { event: 'patients_listed', ...askedBy(asking), details });
    }
    return { ...figures, recentActivity: recent.map((row) => showActivity(row, who.isSubscribed)) };
  });
}

function showActivity(row: RecentActivity, mayName: boolean) {
  const name = mayName && row.lastName !== null ? `${row.lastName} ${row.firstName ?? ''}`.trim() : null;
  return {
    type: row.event === 'exam_downloaded' ? ('download' as const) : ('view' as const),
    description: name ?? row.patientId ?? '',
    medicalCenter: row.centerName ?? '',
    time: row.at.toISOString(),
    examType: readExamType(row.examType),
  };
}

function readExamType(text: string | null): ExamType | null {
  return examTypes.find((type) => type === text) ?? null;
}
