import { firstOfMonth, startOfDay } from '../../platform/time/days.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { shownStatus } from '../billing/subscriptions/subscription-period.ts';
import { type TimeContext, today } from '../core/context.ts';
import { listRecentUploads } from '../exams/reads.ts';
import { showMismatch, showSummary } from '../exams/show.ts';
import { maxRecent, readCenterOverview } from './store.ts';

/**
 * Returns a center's figures and its ten latest uploads. The uploads are recorded like any list of exams, since file
 * names often contain patients' names. "This month" is a month of the operator's time zone.
 */
export async function centerDashboard(
  context: TimeContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
) {
  const monthStart = startOfDay(context.settings.timeZone, firstOfMonth(today(context)));
  return await context.db.within(scope, async (tx) => {
    const overview = await readCenterOverview(tx, scope.centerId, monthStart);
    const { plan, hasBillingDetails, status, start, end, ...figures } = overview;
    const uploads = await listRecentUploads(tx, scope.centerId, maxRecent);
    if (uploads.length > 0) {
      const details = { shown: uploads.length, ...(request.isBackground ? { background: true } : {}) };
      await record(tx, { event: 'exams_listed', ...toAuditFields(request), details });
    }
    return {
      ...figures,
      subscription: { plan, status: shownStatus({ status, start, end }, today(context)), end },
      hasBillingDetails,
      recentUploads: uploads.map((upload) => ({
        id: upload.id,
        examType: upload.examType,
        examDate: upload.examDate,
        uploadedAt: upload.uploadedAt.toISOString(),
        fileName: upload.fileName,
        status: upload.status,
        summary: showSummary(upload),
        ...showMismatch(upload),
      })),
    };
  });
}
