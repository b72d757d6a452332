import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { DueRow } from '../dues/reads.ts';
import { type ReceiveContext, receivePayment } from '../payments/receive-payment.ts';
import type { LineRow } from './store.ts';

/**
 * Records a movement as a payment of a due's account, which pays that due first. The payer stays with the movement.
 * Returns the payment's id. Throws `conflict` if the movement has a payment.
 */
export async function payDue(
  context: ReceiveContext,
  tx: Tx,
  cause: BillingCause,
  { id, cents, day }: LineRow,
  due: DueRow,
): Promise<string> {
  const payment = { providerRef: id, userId: due.userId, dueId: due.id, cents, receivedOn: day };
  return await receivePayment(context, tx, cause, { driver: 'bank', ...payment });
}
