import { Fault } from '@medcloud/contract/faults';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { billingScope } from '../../authorization/authorize.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { cancelledMail } from '../../messages/cancelled-mail.ts';
import { causeOf } from '../cause.ts';
import { sendToAccount } from '../invoices/send-invoice-mail.ts';
import { findOpenDue } from '../overview/reads.ts';
import { findLiveAttempt } from '../payments/attempt-store.ts';
import { type Contract, findContract } from '../subscriptions/contract-store.ts';
import { startAgain } from '../subscriptions/requests/start-again.ts';
import { changeCancellation } from '../subscriptions/set-cancellation.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { findAccount } from './accounts.ts';
import { decideStep } from './decide-step.ts';
import { describeCancellation } from './describe-cancellation.ts';
import { end, type StepContext, withdraw } from './take-step.ts';

type OwnRequest = RequestContext<CenterPrincipal> | RequestContext<DoctorPrincipal>;
export type CancelContext = StepContext & Pick<AppContext, 'db'>;

/**
 * Ends a subscription at the end of its paid period, or resumes it. What was only asked for is withdrawn at once, and a
 * subscription whose paid days are over ends; an issued invoice stays owed. A mail confirms. Throws `invalid_state` for an
 * account that has nothing to cancel, `payment_in_progress` while a card is charged for the next period. A repeated call has
 * no effect. To resume what has ended asks a doctor to pay for a new period.
 */
export async function setCancellation(context: CancelContext, request: OwnRequest, cancel: boolean): Promise<void> {
  const { principal } = request;
  const { payerId: userId } = principal;
  await context.db.within(billingScope(principal), async (tx) => {
    await lockSubscription(tx, userId);
    const contract = await findContract(tx, userId);
    const hasEnded = contract === null || contract.state === 'ended';
    if (hasEnded && cancel) throw new Fault('invalid_state');
    if (hasEnded) await startAgain(context, tx, causeOf(request), userId);
    else if (contract.cancelAtEnd !== cancel) await change(context, tx, request, { contract, cancel });
    else return;
    await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  });
}

async function change(
  context: CancelContext,
  tx: Tx,
  request: OwnRequest,
  { contract, cancel }: { contract: Contract; cancel: boolean },
): Promise<void> {
  const { payerId: userId } = request.principal;
  const due = await findOpenDue(tx, userId);
  if (cancel && due && !due.hasInvoice) await checkNotCharged(tx, due.id);
  const left = await describeCancellation(tx, userId, { contract, due, day: today(context) });
  await changeCancellation(tx, toAuditFields(request), userId, cancel);
  if (cancel) await endRequests(context, tx, request);
  if (cancel && left)
    await sendToAccount(
      context,
      tx,
      userId,
      ({ name, language, url }) => cancelledMail(language, { ...left, name, url }),
      'subscription-cancelled',
    );
}

/** An open page of the provider is no charge: it is closed by the sweep. */
async function checkNotCharged(tx: Tx, dueId: string): Promise<void> {
  const attempt = await findLiveAttempt(tx, { dueId });
  if (attempt !== null && attempt.state !== 'open') throw new Fault('payment_in_progress');
}

/** Takes the steps that follow from a cancellation, which dunning would take within the hour. */
async function endRequests(context: CancelContext, tx: Tx, request: OwnRequest): Promise<void> {
  const { payerId: userId } = request.principal;
  const cause = causeOf(request);
  const day = today(context);
  for (const [act, take] of Object.entries({ withdraw, end })) {
    const account = await findAccount(context, tx, userId);
    if (account && decideStep(account, day, 0)?.act === act) await take(context, tx, cause, account, day);
  }
}
