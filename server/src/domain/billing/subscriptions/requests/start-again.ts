import { Fault } from '@medcloud/contract/faults';
import { type AppContext, today } from '../../../core/context.ts';
import type { Reader, Tx } from '../../../database.ts';
import { canAsk } from '../../can-ask.ts';
import type { BillingCause } from '../../cause.ts';
import { findNextPrice } from '../../dunning/ask-for-renewal.ts';
import { findOpenDue, findRestartDue, isPaymentChecked } from '../../overview/reads.ts';
import { mayCharge } from '../../payments/may-charge.ts';
import type { SettleContext } from '../../payments/settle-account.ts';
import { findContract } from '../contract-store.ts';
import { findUser } from '../reads.ts';
import { isEffective } from '../subscription-period.ts';
import { askForMonths } from './charge-months.ts';

/**
 * Returns whether a doctor whose subscription has ended, or was never billed, may ask for a new period: without access, and
 * without anything that could be paid instead. A portal that can ask for no money has to be asked by its operator.
 */
export async function canStartAgain(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  userId: string,
): Promise<boolean> {
  const contract = await findContract(tx, userId);
  if (!canAsk(context.settings) || (contract !== null && contract.state !== 'ended')) return false;
  const user = await findUser(tx, userId);
  if (user?.role !== 'doctor' || isEffective(user, today(context)) || !(await mayCharge(tx, userId))) return false;
  const payable = (await findOpenDue(tx, userId)) ?? (await findRestartDue(tx, userId));
  return payable === null && !(await isPaymentChecked(tx, userId));
}

/**
 * Asks a doctor for the first period of the plan again; access begins with the payment. Throws `invalid_state` if the doctor
 * cannot start again, `billing_details_required`.
 */
export async function startAgain(context: SettleContext, tx: Tx, cause: BillingCause, userId: string): Promise<void> {
  const user = (await canStartAgain(context, tx, userId)) ? await findUser(tx, userId) : null;
  const price = user && (await findNextPrice(tx, userId, today(context)));
  if (user === null || price === null) throw new Fault('invalid_state');
  await askForMonths(context, tx, cause, user, price.periodMonths);
}
