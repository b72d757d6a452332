import { type ExamType, examTypes } from '@medcloud/contract';
import type { DoctorScope } from '../authorization/scope.ts';
import type { DoctorPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { countForDoctor, listRecentActivity, type RecentActivity } from './store.ts';

/** A doctor's own figures and latest acts. An unverified doctor has none; an unsubscribed one sees no patient's name. */
export async function doctorDashboard(portal: Portal, scope: DoctorScope, who: DoctorPerson) {
  return await portal.db.within(scope, async (tx) => {
    const figures = await countForDoctor(tx, scope.doctorId);
    const recent = who.isVerified ? await listRecentActivity(tx, scope.doctorId) : [];
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
