import type { ChosenPlan } from '@medcloud/contract/shapes/billing/plan-change';
import { record } from '../../audit/record/record.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { unchangedPlanMail } from '../../messages/upgrade-texts.ts';
import { portalCause } from '../cause.ts';
import { sendToAccount } from '../invoices/send-invoice-mail.ts';
import { replaceRequestJob } from '../subscriptions/requests/replace-request.ts';
import { askForUpgrade, type UpgradeContext } from './ask-for-upgrade.ts';
import { type ChargedCenter, findChargedCenter, findUpgradeRequest, listPaidDays } from './center-reads.ts';
import { setNextPlan } from './center-store.ts';
import { quotaOf } from './plans.ts';
import { findUpgradeOffer } from './upgrade-offer.ts';

type Change = Omit<ChargedCenter, 'plan'> & { plan: ChosenPlan; next: ChosenPlan };

/**
 * Begins the lower plan that a center chose, once the days that it paid for at the present one's price are over. If more is
 * stored than it has: the center keeps its plan, or, where the days of the lower one are paid for, is asked for the difference.
 * The caller has locked the account.
 */
export async function beginNextPlan(context: UpgradeContext, tx: Tx, userId: string, day: string): Promise<void> {
  const center = await findChargedCenter(tx, userId);
  if (center === null || center.nextPlan === null || center.plan === 'enterprise') return;
  const days = await listPaidDays(tx, userId, day);
  if (days.some(({ plan }) => plan === `center.${center.plan}`)) return;
  const change = { ...center, plan: center.plan, next: center.nextPlan };
  const isPaid = days.some(({ plan }) => plan === `center.${change.next}`);
  const isOver = center.usedBytes > quotaOf(change.next);
  if (isOver && !isPaid) await keepPlan(context, tx, change);
  else await begin(context, tx, change, { isOver, day });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

async function begin(
  context: UpgradeContext,
  tx: Tx,
  change: Change,
  { isOver, day }: { isOver: boolean; day: string },
): Promise<void> {
  const { userId, centerId, plan: before, next: plan } = change;
  await setNextPlan(tx, userId, null);
  // until then the storage of the higher plan, which was asked for, stays
  const isAsked = (await findUpgradeRequest(tx, userId)) !== null;
  const quotaBytes = quotaOf(isAsked || isOver ? before : plan);
  await context.events.emit(tx, 'center_plan_set', { centerId, plan, quotaBytes });
  await record(tx, {
    event: 'plan_changed',
    ...portalCause.audit,
    object: { kind: 'user', id: userId },
    details: { before, after: plan },
  });
  if (!isOver || isAsked) return;
  const { price, cost } = await findUpgradeOffer(tx, { userId, plan, nextPlan: null }, before, day);
  const center = { ...change, plan, quotaBytes };
  if (cost !== null) await askForUpgrade(context, tx, portalCause, center, { price, cost, mail: 'over' });
}

async function keepPlan(context: UpgradeContext, tx: Tx, { userId, plan, next: wanted }: Change): Promise<void> {
  await setNextPlan(tx, userId, null);
  await context.queue.add(tx, { kind: replaceRequestJob, payload: { userId }, key: userId });
  await sendToAccount(
    context,
    tx,
    userId,
    ({ name, language, url }) => unchangedPlanMail(language, { name, plan, wanted, url }),
    'payment-reminder',
  );
  await record(tx, {
    event: 'plan_changed',
    ...portalCause.audit,
    object: { kind: 'user', id: userId },
    details: { before: plan, wanted, unchanged: true },
  });
}
