import { firstOfMonth, startOfDay } from '../../platform/time/days.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { type Portal, today } from '../portal/portal.ts';
import { shownStatus } from '../subscriptions/effective.ts';
import { countForCenter, findCenterSubscription, listRecentUploads } from './store.ts';

/**
 * A center's figures and its ten latest uploads, a list of exams like any other: a file is often called by its patient's
 * name. "This month" is a month of the operator's time zone.
 */
export async function centerDashboard(portal: Portal, scope: CenterScope, asking: Asking<CenterPerson>) {
  const monthStart = startOfDay(portal.settings.timeZone, firstOfMonth(today(portal)));
  return await portal.db.within(scope, async (tx) => {
    const figures = await countForCenter(tx, scope.centerId, monthStart);
    const uploads = await listRecentUploads(tx, scope.centerId);
    if (uploads.length > 0) {
      const details = { shown: uploads.length, ...(asking.background ? { background: true } : {}) };
      await record(tx, { event: 'exams_listed', ...askedBy(asking), details });
    }
    const { plan, ...stored } = await findCenterSubscription(tx, scope.centerId);
    return {
      ...figures,
      subscription: { plan, status: shownStatus(stored, today(portal)), end: stored.end },
      recentUploads: uploads.map((upload) => ({ ...upload, uploadedAt: upload.uploadedAt.toISOString() })),
    };
  });
}
