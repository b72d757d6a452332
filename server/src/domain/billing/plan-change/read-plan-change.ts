import {
  type CenterPlanChange,
  type ChosenPlan,
  chosenPlans,
  type PlanOption,
} from '@medcloud/contract/shapes/billing/plan-change';
import { dayAfter } from '../../../platform/time/days.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { getBuyer } from '../parties/buyer.ts';
import { findRenewalPrice } from '../prices/find-renewal-price.ts';
import { chargePrice } from '../tax/compute-charge.ts';
import { listTaxRates } from '../tax/reads.ts';
import { upgradeDueOn } from './ask-for-upgrade.ts';
import {
  type ChargedCenter,
  findChargedCenter,
  findUpgradeRequest,
  listPaidDays,
  mayRaiseStorage,
} from './center-reads.ts';
import { findPlanHindrance } from './find-plan-hindrance.ts';
import { findFirstDay } from './first-day.ts';
import { chosenPlanOf, isHigher, quotaOf } from './plans.ts';
import { showUpgradeDue } from './show-upgrade-due.ts';
import { findUpgradeOffer } from './upgrade-offer.ts';

type ReadContext = Pick<AppContext, 'clock' | 'settings'>;

/** Reads what a center can choose, what it costs, and what it chose. */
export async function readPlanChange(context: ReadContext, tx: Reader, userId: string): Promise<CenterPlanChange> {
  const center = await findChargedCenter(tx, userId);
  if (center === null) return { hindrance: 'not_billed', options: [], pending: null };
  const hindrance = await findPlanHindrance(context, tx, center);
  const pending = await readPending(context, tx, center);
  const { plan } = center;
  if (plan === 'enterprise' || hindrance !== null) return { hindrance, options: [], pending };
  const others = chosenPlans.filter((each) => each !== plan);
  return {
    hindrance,
    options: await Promise.all(others.map((each) => readOption(context, tx, { ...center, plan }, each))),
    pending,
  };
}

async function readPending(
  context: ReadContext,
  tx: Reader,
  center: ChargedCenter,
): Promise<CenterPlanChange['pending']> {
  const { userId, nextPlan, quotaBytes } = center;
  const request = await findUpgradeRequest(tx, userId);
  const plan = request && chosenPlanOf(request.price.plan);
  if (request !== null && plan !== null) {
    const isRaised = quotaBytes !== null && quotaBytes >= quotaOf(plan) && plan !== center.plan;
    const due = await showUpgradeDue(context, tx, userId);
    return { plan, from: null, due, storageUntil: isRaised ? request.dueOn : null };
  }
  if (nextPlan === null) return null;
  return { plan: nextPlan, from: await findFirstDay(tx, center, today(context)), due: null, storageUntil: null };
}

async function readOption(
  context: ReadContext,
  tx: Reader,
  center: ChargedCenter & { plan: ChosenPlan },
  plan: ChosenPlan,
): Promise<PlanOption> {
  const { userId, usedBytes } = center;
  const day = today(context);
  const until = (await listPaidDays(tx, userId, day)).at(-1)?.to ?? day;
  const from = dayAfter(until);
  const next = await findRenewalPrice(tx, { userId, centerId: null, plan: `center.${plan}` }, from);
  const { price, cost } = await findUpgradeOffer(tx, center, plan, day);
  const isUp = isHigher(plan, center.plan);
  const { grossCents, periodMonths } = next ?? price;
  return {
    ...{ plan, quotaBytes: quotaOf(plan), until, from, dueOn: upgradeDueOn(day, until), grossCents, periodMonths },
    todayCents: isUp ? await findCharge(context, tx, userId, cost?.cents ?? 0) : null,
    isOverQuota: usedBytes > quotaOf(plan),
    raisesNow: isUp && (await mayRaiseStorage(tx, userId, day)),
  };
}

/** Returns what an account pays of an amount with the tax of the home rate: its buyer may pay none. */
async function findCharge(
  { clock, settings }: ReadContext,
  tx: Reader,
  userId: string,
  cents: number,
): Promise<number> {
  const { seller, hasOss } = settings.billing;
  if (cents === 0 || seller === null) return cents;
  const day = today({ clock, settings });
  const stored = await getBuyer(tx, userId, settings.timeZone);
  // VIES is asked again on the day of the invoice: until then its last answer is expected
  const buyer = settings.vies === null ? stored : { ...stored, vatCheckedOn: day };
  return chargePrice(cents, { seller, hasOss }, buyer, { day, rates: await listTaxRates(tx, day) }).grossCents;
}
