import { addDays } from '../../../platform/time/days.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { DueRow, Price } from '../dues/reads.ts';
import { getBuyer } from '../parties/buyer.ts';
import { chargeDue } from '../payments/charge-due.ts';
import { findProviderAccount } from '../payments/provider-store.ts';
import { requestPayment } from '../payments/request-payment.ts';
import type { SettleContext } from '../payments/settle-account.ts';
import { type ChargedCenter, findUpgradeRequest, mayRaiseStorage } from './center-reads.ts';
import type { UpgradeCost } from './compute-upgrade.ts';
import { chosenPlanOf, quotaOf } from './plans.ts';
import { sendUpgradeMail } from './send-upgrade-mail.ts';

export type UpgradeContext = SettleContext & Pick<AppContext, 'payments'>;

/** Days within which an upgrade is paid, and the storage is there before the payment. */
const upgradeDays = 14;

/** Returns the day by which an upgrade for days until `to` is paid. */
export function upgradeDueOn(day: string, to: string): string {
  const latest = addDays(day, upgradeDays);
  return latest < to ? latest : to;
}

interface Upgrade {
  price: Price;
  cost: UpgradeCost;
  /** `over`: nobody asked; the plan of the days that were paid for has too little storage. */
  mail: 'request' | 'over';
}

/**
 * Asks a center for what a higher plan costs more, and pays it with the account's money if that is enough. A saved card is
 * charged at once; otherwise the storage is there now, and until the day by which it is due. The caller has locked the account.
 * Throws `billing_details_required`.
 */
export async function askForUpgrade(
  context: UpgradeContext,
  tx: Tx,
  cause: BillingCause,
  center: ChargedCenter,
  { price, cost: { cents, from, to }, mail }: Upgrade,
): Promise<void> {
  const { userId } = center;
  await getBuyer(tx, userId, context.settings.timeZone);
  const dueOn = upgradeDueOn(today(context), to);
  await requestPayment(context, tx, cause, { userId, kind: 'upgrade', price, cents, from, to, dueOn });
  const due = await findUpgradeRequest(tx, userId);
  if (due === null) return;
  if (mail === 'request' && (await chargeSavedCard(context, tx, cause, center, due))) return;
  await raiseStorage(context, tx, center, price);
  await sendUpgradeMail(context, tx, cause, { due, mail });
}

/** Begins to charge the card that pays the account's renewals. Returns false if there is none. */
async function chargeSavedCard(
  context: UpgradeContext,
  tx: Tx,
  cause: BillingCause,
  { userId, method }: ChargedCenter,
  { id }: DueRow,
): Promise<boolean> {
  if (method !== 'card' || (await findProviderAccount(tx, { userId }))?.methodState !== 'ok') return false;
  return (await chargeDue(context, tx, { id, userId }, cause)) === 'begun';
}

async function raiseStorage(context: UpgradeContext, tx: Tx, center: ChargedCenter, price: Price): Promise<void> {
  const plan = chosenPlanOf(price.plan);
  const { userId, centerId, quotaBytes } = center;
  if (plan === null || quotaBytes === null || quotaBytes >= quotaOf(plan)) return;
  if (!(await mayRaiseStorage(tx, userId, today(context)))) return;
  await context.events.emit(tx, 'center_plan_set', { centerId, plan: center.plan, quotaBytes: quotaOf(plan) });
}
