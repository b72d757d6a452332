import type { OverviewGrantState, OverviewRevocation } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { overviewScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { recordConsentEvents } from '../links/record-consent-events.ts';
import { notifyRecordChange } from '../notify-record-change.ts';
import { lockListedGrant } from './change-overview-grant.ts';
import { showGrantState } from './list-overview.ts';
import { findGrant, revokeOne } from './store.ts';

/**
 * Revokes one grant of the list. The doctor's next request for the data is refused. Repeatable: an ended grant stays as
 * it ended. Throws `not_found` for a grant that is not in the list, and `link_invalid` for an unknown secret and after 20
 * minutes.
 */
export async function revokeOverviewGrant(
  context: Pick<AppContext, 'db' | 'events'>,
  request: RequestContext,
  { overviewToken, grantId }: OverviewRevocation,
): Promise<OverviewGrantState> {
  if (!isUuid(grantId)) throw new Fault('not_found');
  return await context.db.within(overviewScope(overviewToken, { grantId }), async (tx) => {
    const grant = await lockListedGrant(tx, grantId);
    if (await revokeOne(tx, grantId)) {
      await recordConsentEvents(tx, request, 'consent_revoked', [grant], {});
      await context.events.emit(tx, 'access_revoked', { accessIds: [grant.id] });
      await notifyRecordChange(tx, 'revoke', grant, [grant]);
    }
    return showGrantState((await findGrant(tx, grantId)) ?? grant, await databaseNow(tx));
  });
}
