import { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { factorResetScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { stopReset } from './store.ts';

/**
 * Keeps an account's second factor: stops the request to remove it, by the link that its owner was mailed. Throws `link_invalid`
 * for an unknown link, and for a request that ended.
 */
export async function keepFactors(
  context: Pick<AppContext, 'db'>,
  { requestId, addressBlock }: RequestContext,
  token: string,
): Promise<void> {
  await context.db.within(factorResetScope(token), async (tx) => {
    const account = await stopReset(tx);
    if (account === null) throw new Fault('link_invalid');
    const object = { kind: 'user', id: account };
    // who has the link may have no session
    const actor = { kind: 'nobody', personId: account } as const;
    await record(tx, { event: 'factor_reset_cancelled', actor, requestId, addressBlock, object });
    await notifyClients(tx, { kind: 'account', ids: [account], to: { admins: true } });
  });
}
