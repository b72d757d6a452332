import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { findAccount } from '../accounts/reads.ts';
import { causeOf } from '../cause.ts';
import { type DueRow, findDue } from '../dues/reads.ts';
import { findCredit } from '../ledger/reads.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type SettleContext, settleAccount } from './settle-account.ts';

/**
 * Pays one of an account's dues with the account's money, and with the rest what else it owes. An invoice is also paid in
 * part; a request, also one that expired, only in whole. Throws `not_found`, `validation` on a due of another account, `invalid_state`
 * for one that is paid or withdrawn, `credit_too_small`.
 */
export async function useCredit(
  context: SettleContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  dueId: string,
): Promise<void> {
  if (!isUuid(userId)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      if ((await findAccount(tx, userId)) === null) throw new Fault('not_found');
      await lockSubscription(tx, userId);
      const due = await getDue(tx, userId, dueId);
      const credit = await findCredit(tx, userId);
      checkCredit(due, credit);
      const sourceId = newId(context.clock, context.random);
      await settleAccount(context, tx, causeOf(request), { userId, source: 'payment', sourceId, dueId });
      await record(tx, {
        event: 'credit_used',
        ...causeOf(request).audit,
        object: { kind: 'due', id: dueId },
        details: { user: userId, cents: credit - (await findCredit(tx, userId)) },
      });
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return userId;
    });
  });
}

async function getDue(tx: Tx, userId: string, id: string): Promise<DueRow> {
  const due = isUuid(id) ? await findDue(tx, { id }) : null;
  if (due === null || due.userId !== userId) throw createFieldFault('dueId', issueCode('choice_unknown'));
  return due;
}

function checkCredit({ state, invoiceId, grossCents }: DueRow, credit: number): void {
  if (state !== 'open' && state !== 'expired') throw new Fault('invalid_state');
  if (credit <= 0 || (invoiceId === null && credit < grossCents)) throw new Fault('credit_too_small');
}
