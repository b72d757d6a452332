import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { createDue, type NewDue } from '../dues/create-due.ts';
import type { DueRow } from '../dues/reads.ts';
import { type SettleContext, settleAccount } from './settle-account.ts';

/**
 * Asks an account for a period, and pays it with the account's money if that is enough. The caller has locked the account.
 */
export async function requestPayment(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  input: NewDue,
): Promise<DueRow> {
  const due = await createDue(context, tx, cause, input);
  await settleAccount(context, tx, cause, {
    ...{ userId: due.userId, source: 'payment', sourceId: due.id, dueId: due.id },
  });
  return due;
}
