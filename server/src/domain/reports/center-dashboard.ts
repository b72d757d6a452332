import { firstOfMonth, startOfDay } from '../../platform/kit/days.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { countForCenter, listRecentUploads } from './store.ts';

/** A center's figures and its ten latest uploads; "this month" is a month of the operator's time zone. */
export async function centerDashboard(portal: Portal, scope: CenterScope) {
  const monthStart = startOfDay(portal.settings.timeZone, firstOfMonth(today(portal)));
  return await portal.db.within(scope, async (tx) => {
    const figures = await countForCenter(tx, scope.centerId, monthStart);
    const uploads = await listRecentUploads(tx, scope.centerId);
    return {
      ...figures,
      recentUploads: uploads.map((upload) => ({ ...upload, uploadedAt: upload.uploadedAt.toISOString() })),
    };
  });
}
