import type { ChosenPlan } from '@medcloud/contract/shapes/billing/plan-change';
import type { Reader } from '../../database.ts';
import { findPrice, type Price } from '../dues/reads.ts';
import { type ChargedCenter, listPaidDays } from './center-reads.ts';
import { computeUpgrade, type UpgradeCost } from './compute-upgrade.ts';

/** What a center pays before it has, or keeps, a plan. */
export interface UpgradeOffer {
  price: Price;
  /** Null if it costs nothing. */
  cost: UpgradeCost | null;
}

/**
 * Computes what a plan costs now: of a higher one, for all days that are paid for at less. Of the center's own, if it chose a
 * lower one and paid the next period at that price, for those days.
 */
export async function findUpgradeOffer(
  tx: Reader,
  { userId, plan: current, nextPlan }: Pick<ChargedCenter, 'userId' | 'plan' | 'nextPlan'>,
  plan: ChosenPlan,
  day: string,
): Promise<UpgradeOffer> {
  const price = await findPrice(tx, `center.${plan}`, day);
  if (price === null) throw new Error(`The plan ${plan} has no price.`);
  const days = await listPaidDays(tx, userId, day);
  const charged = plan === current ? days.filter((each) => each.plan === `center.${nextPlan}`) : days;
  return { price, cost: computeUpgrade(charged, price, day) };
}
