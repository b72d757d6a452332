import { type ExamType, examTypes } from '@medcloud/contract';
import { countForDoctor } from '../audit/record/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { listRecentActivity, type RecentActivity } from './store.ts';

/**
 * Returns a doctor's own figures and latest activity, recorded like any list of patients. An unverified doctor has no
 * activity. An unsubscribed one sees no patient names.
 */
export async function doctorDashboard(
  context: DbContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
) {
  const { principal, isBackground } = request;
  return await context.db.within(scope, async (tx) => {
    const figures = await countForDoctor(tx, scope.doctorId);
    const recent = principal.isVerified ? await listRecentActivity(tx, scope.doctorId) : [];
    if (recent.length > 0) {
      const details = { shown: recent.length, ...(isBackground ? { background: true } : {}) };
      await record(tx, { event: 'patients_listed', ...toAuditFields(request), details });
    }
    return { ...figures, recentActivity: recent.map((row) => showActivity(row, principal.isSubscribed)) };
  });
}

function showActivity(row: RecentActivity, canShowName: boolean) {
  const name = canShowName && row.lastName !== null ? `${row.lastName} ${row.firstName ?? ''}`.trim() : null;
  return {
    type: row.event === 'exam_downloaded' ? ('download' as const) : ('view' as const),
    description: name ?? row.patientId ?? '',
    medicalCenter: row.centerName ?? '',
    time: row.at.toISOString(),
    examType: parseExamType(row.examType),
  };
}

function parseExamType(text: string | null): ExamType | null {
  return examTypes.find((type) => type === text) ?? null;
}
