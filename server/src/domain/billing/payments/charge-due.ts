import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, portalCause } from '../cause.ts';
import { findDue } from '../dues/reads.ts';
import { findOpenDue } from '../overview/reads.ts';
import { findBuyer } from '../parties/buyer.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { findLiveAttempt, insertAttempt } from './attempt-store.ts';
import { mayCharge } from './may-charge.ts';
import { findProviderAccount } from './provider-store.ts';

/** The job kind that charges a saved card, with the payload `{ attemptId }`. */
export const chargeJob = 'charge-card';

/** What became of a wish to charge: `begun`, or why not. */
export type ChargeStart = 'begun' | 'no_provider' | 'no_card' | 'not_open' | 'not_allowed' | 'in_progress';

/**
 * Begins to charge an account's saved card with what is open of a due, in the caller's transaction under the scope
 * `billing`: writes the attempt and its job. The outcome arrives later: a payment, or a refused attempt.
 * Does nothing without a card, or while another payment of the due is under way.
 */
export async function chargeDue(
  context: Pick<AppContext, 'clock' | 'random' | 'queue' | 'payments' | 'settings'>,
  tx: Tx,
  due: { id: string; userId: string },
  cause: BillingCause = portalCause,
): Promise<ChargeStart> {
  const { clock, random, queue, payments } = context;
  if (payments === null) return 'no_provider';
  const { id: dueId, userId } = due;
  await lockSubscription(tx, userId);
  if ((await findDue(tx, { id: dueId }))?.state !== 'open') return 'not_open';
  if (!(await mayCharge(tx, userId))) return 'not_allowed';
  const account = await findProviderAccount(tx, { userId });
  if (account?.method == null || account.methodState !== 'ok') return 'no_card';
  if ((await findLiveAttempt(tx, { dueId })) !== null) return 'in_progress';
  const owed = await findOpenDue(tx, userId, dueId);
  if (owed === null || (await findBuyer(tx, userId, context.settings.timeZone)) === null) return 'not_open';
  const id = newId(clock, random);
  await insertAttempt(tx, {
    ...{ id, user_id: userId, due_id: dueId, driver: payments.name, purpose: 'charge', cents: owed.openCents },
    ...{ state: 'begun', method_ref: account.method },
  });
  await record(tx, {
    event: 'payment_begun',
    ...cause.audit,
    object: { kind: 'payment_attempt', id },
    details: { user: userId, due: dueId, purpose: 'charge', cents: owed.openCents },
  });
  await queue.add(tx, { kind: chargeJob, payload: { attemptId: id }, key: id });
  return 'begun';
}
