import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { priceOfMonths } from '../dues/price-of-months.ts';
import { type DueRow, findPriceVersionOf } from '../dues/reads.ts';
import { findChargedCenter, listPaidDays, type PaidDays } from './center-reads.ts';
import { repricePeriods, setPaidPrice, withdrawRenewals } from './center-store.ts';
import { chosenPlanOf, quotaOf } from './plans.ts';

type ApplyContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>;

/**
 * Gives a center the plan that it paid for: plan, storage and price, for the days that are left and from the next period on.
 * A request for the next period at another price is taken back; the hourly job asks for the plan's. The caller has locked the
 * account.
 */
export async function applyUpgrade(
  context: ApplyContext,
  tx: Tx,
  cause: BillingCause,
  { userId, price: { id: priceId } }: { userId: string; price: Pick<DueRow['price'], 'id'> },
): Promise<void> {
  const center = await findChargedCenter(tx, userId);
  const price = await findPriceVersionOf(tx, priceId);
  const plan = chosenPlanOf(price.plan);
  if (center === null || plan === null) return;
  const day = today(context);
  const costsLess = ({ periodMonths, grossCents }: PaidDays) =>
    grossCents < priceOfMonths(price, periodMonths).grossCents;
  const periods = (await listPaidDays(tx, userId, day)).filter(costsLess);
  const { clock, random } = context;
  await repricePeriods(tx, userId, periods, { priceId, day, newId: () => newId(clock, random) });
  await setPaidPrice(tx, userId, priceId);
  await withdrawRenewals(tx, userId);
  const { centerId, plan: before } = center;
  await context.events.emit(tx, 'center_plan_set', { centerId, plan, quotaBytes: quotaOf(plan) });
  if (before === plan) return;
  await record(tx, {
    event: 'plan_changed',
    ...cause.audit,
    object: { kind: 'user', id: userId },
    details: { before, after: plan },
  });
}
