import type { OverviewChange, OverviewGrantState } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { overviewScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { recordConsentEvents } from '../links/record-consent-events.ts';
import { lockGrant, updateGrant } from '../links/store.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { getEffectiveStatus } from '../states.ts';
import { showGrantState } from './list-overview.ts';
import { findGrant, isOverviewOpen, type OverviewRow } from './store.ts';

/**
 * Changes the days or exam types of one active grant of the list. The code that opened the list also allows a longer or
 * wider grant. Throws `not_found` for a grant that is not in the list, `invalid_state` if it is not active, and
 * `link_invalid` for an unknown secret and after 20 minutes.
 */
export async function changeOverviewGrant(
  context: Pick<AppContext, 'db' | 'events'>,
  request: RequestContext,
  { overviewToken, grantId, days, examTypes }: OverviewChange,
): Promise<OverviewGrantState> {
  if (!isUuid(grantId)) throw new Fault('not_found');
  const scope = overviewScope(overviewToken, { grantId, terms: { days, examTypes } });
  return await context.db.within(scope, async (tx) => {
    const grant = await lockListedGrant(tx, grantId);
    const now = await databaseNow(tx);
    if (getEffectiveStatus(grant, now) !== 'granted') throw new Fault('invalid_state');
    if (days !== undefined || examTypes !== undefined) {
      const change = { days: days ?? null, scope: examTypes, tellLooks: undefined };
      if (!(await updateGrant(tx, grant.id, change))) throw new Fault('invalid_state');
      // Records only what changed: `examTypes` left out does not mean all types.
      await recordConsentEvents(tx, request, 'consent_changed', [grant], {
        ...(days === undefined ? {} : { days }),
        ...(examTypes === undefined ? {} : { examTypes }),
      });
      await context.events.emit(tx, 'access_changed', { accessIds: [grant.id] });
      await notifyRecordChange(tx, 'grant', grant, [grant]);
    }
    return showGrantState((await findGrant(tx, grantId)) ?? grant, now);
  });
}

/** Locks a grant of the list and returns it. Throws `link_invalid` if the list is not open, `not_found` for another's. */
export async function lockListedGrant(tx: Tx, grantId: string): Promise<OverviewRow> {
  if (!(await isOverviewOpen(tx))) throw new Fault('link_invalid');
  await lockGrant(tx, grantId);
  const grant = await findGrant(tx, grantId);
  if (grant === null) throw new Fault('not_found');
  return grant;
}
