import type { BillingOverview, DoctorBilling } from '@medcloud/contract';
import { dayAfter } from '../../platform/time/days.ts';
import type { OwnDoctorPrices } from './prices/own-prices.ts';
import type { PlanRow } from './reads.ts';
import type { PaymentMethod } from './store.ts';
import { doctorSubscriptionStatus, planOn } from './subscriptions/subscription-period.ts';

/** Shows a doctor's billing on a day `YYYY-MM-DD`. */
export function showBilling(
  row: PlanRow,
  {
    method,
    overview,
    prices,
    nextBilling,
    canStartAgain,
  }: {
    method: PaymentMethod | null;
    overview: BillingOverview;
    prices: OwnDoctorPrices;
    nextBilling: string | null;
    canStartAgain: boolean;
  },
  today: string,
): DoctorBilling {
  const plan = planOn(row, today);
  const hasPendingChange = row.nextPlan !== null && row.nextPlanFrom !== null && row.nextPlanFrom > today;
  return {
    plan,
    status: doctorSubscriptionStatus(row.subscription, today),
    monthlyFee: prices.current.monthlyCents / 100,
    price: prices.current,
    prices: prices.next,
    subscriptionEndDate: row.subscription.end,
    nextBilling,
    nextAmountCents: nextBilling === null ? null : prices.next[planOn(row, dayAfter(nextBilling))].chargedCents,
    pendingChange:
      hasPendingChange && row.nextPlan && row.nextPlanFrom ? { plan: row.nextPlan, from: row.nextPlanFrom } : null,
    paymentMethod: method && showPaymentMethod(method),
    canStartAgain,
    ...overview,
  };
}

function showPaymentMethod(method: PaymentMethod) {
  const { cardholderName, brand, last4, expiry, address, city, postalCode, country } = method;
  return { cardholderName, brand, last4, expiry, address, city, postalCode, country };
}
