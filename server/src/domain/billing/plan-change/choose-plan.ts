import { issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { ChosenPlan, PlanChoiceReply } from '@medcloud/contract/shapes/billing/plan-change';
import { record } from '../../audit/record/record.ts';
import { billingScope } from '../../authorization/authorize.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, causeOf } from '../cause.ts';
import { replaceRequestJob } from '../subscriptions/requests/replace-request.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { applyUpgrade } from './apply-upgrade.ts';
import { askForUpgrade, type UpgradeContext } from './ask-for-upgrade.ts';
import { type ChargedCenter, findChargedCenter, findUpgradeRequest } from './center-reads.ts';
import { setNextPlan } from './center-store.ts';
import { endUpgrade } from './end-upgrade.ts';
import { faultOf, findPlanHindrance } from './find-plan-hindrance.ts';
import { chosenPlanOf, isHigher, quotaOf } from './plans.ts';
import { showUpgradeDue } from './show-upgrade-due.ts';
import { findUpgradeOffer } from './upgrade-offer.ts';

type ChooseContext = UpgradeContext & Pick<AppContext, 'db'>;

/** A center that may choose. */
type ChoosingCenter = ChargedCenter & { plan: ChosenPlan };

/**
 * Chooses a center's plan. A higher one is paid first, for the days that are left. A lower one begins after them. Another
 * choice replaces one that has not begun, and the current plan takes it back. A repeated call has no effect. Returns what is to
 * be paid. Throws `not_billed`, `plan_agreed` for Enterprise, `payment_overdue`, `billing_details_required`, `issuing_off`,
 * `payment_in_progress` while a card is charged, `over_quota` if more is stored than the plan has.
 */
export async function choosePlan(
  context: ChooseContext,
  request: RequestContext<CenterPrincipal>,
  plan: ChosenPlan,
): Promise<PlanChoiceReply> {
  const { principal } = request;
  if (request.idempotency === null) throw new Fault('malformed', { reason: issueCode('idempotency_key_missing') });
  return await context.db.within(billingScope(principal), async (tx) => {
    const { payerId: userId } = principal;
    // before the key's row, which refers to the account too: requests at once wait here
    await lockSubscription(tx, userId);
    await withIdempotency(tx, request, async () => {
      const cause = causeOf(request);
      await choose(context, tx, cause, await getChoosingCenter(context, tx, userId), plan);
      return userId;
    });
    return { due: await showUpgradeDue(context, tx, userId) };
  });
}

async function getChoosingCenter(context: ChooseContext, tx: Tx, userId: string): Promise<ChoosingCenter> {
  const center = await findChargedCenter(tx, userId);
  if (center === null) throw new Fault('not_found');
  const hindrance = await findPlanHindrance(context, tx, center);
  if (hindrance !== null || center.plan === 'enterprise') throw new Fault(faultOf[hindrance ?? 'agreed']);
  return { ...center, plan: center.plan };
}

async function choose(
  context: ChooseContext,
  tx: Tx,
  cause: BillingCause,
  center: ChoosingCenter,
  plan: ChosenPlan,
): Promise<void> {
  const { userId, usedBytes, nextPlan } = center;
  const asked = await findUpgradeRequest(tx, userId);
  const pending = (asked && chosenPlanOf(asked.price.plan)) ?? nextPlan ?? center.plan;
  if (pending === plan) return;
  const isLower = isHigher(center.plan, plan);
  if (isLower && usedBytes > quotaOf(plan)) throw new Fault('over_quota');
  await endUpgrade(context, tx, userId, 'withdrawn');
  await record(tx, {
    event: 'plan_changed',
    ...cause.audit,
    object: { kind: 'user', id: userId },
    details: { before: center.plan, wanted: plan },
  });
  if (isLower) await changeNextPlan(context, tx, userId, plan);
  else await raise(context, tx, cause, center, plan);
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

/** Asks for what a higher plan, or keeping the present one, costs more. What costs nothing holds at once. */
async function raise(
  context: ChooseContext,
  tx: Tx,
  cause: BillingCause,
  center: ChoosingCenter,
  plan: ChosenPlan,
): Promise<void> {
  const { userId } = center;
  const { price, cost } = await findUpgradeOffer(tx, center, plan, today(context));
  // with the storage that the plan has now
  const present = (await findChargedCenter(tx, userId)) ?? center;
  if (cost !== null) return await askForUpgrade(context, tx, cause, present, { price, cost, mail: 'request' });
  if (plan === center.plan) return await changeNextPlan(context, tx, userId, null);
  await applyUpgrade(context, tx, cause, { userId, price });
}

/** Sets the plan of the next period, whose request is then one at that plan's price. */
async function changeNextPlan(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  userId: string,
  plan: ChosenPlan | null,
): Promise<void> {
  await setNextPlan(tx, userId, plan);
  await queue.add(tx, { kind: replaceRequestJob, payload: { userId }, key: userId });
}
