import type { PartyChange } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { findAccount } from '../accounts/reads.ts';
import { changeParty, type PartyContext } from './change-party.ts';

/** Replaces the billing details of a doctor or center as an administrator. Throws `not_found`, and as `changeParty`. */
export async function changePartyOf(
  context: PartyContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  change: PartyChange,
): Promise<void> {
  if (!isUuid(userId)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    if ((await findAccount(tx, userId)) === null) throw new Fault('not_found');
    await changeParty(context, tx, request, userId, change);
  });
}
