import { type DoctorBilling, doctorPlans } from '@medcloud/contract';
import type { PlanRow } from './reads.ts';
import type { InvoiceRow, PaymentMethod } from './store.ts';
import { doctorSubscriptionStatus, nextBillingDay, planOn } from './subscriptions/subscription-period.ts';

/** Shows a doctor's billing on a day `YYYY-MM-DD`. */
export function showBilling(
  row: PlanRow,
  method: PaymentMethod | null,
  invoices: readonly InvoiceRow[],
  today: string,
): DoctorBilling {
  const plan = planOn(row, today);
  const nextBilling = nextBillingDay(row.subscription, today);
  const hasPendingChange = row.nextPlan !== null && row.nextPlanFrom !== null && row.nextPlanFrom > today;
  return {
    plan,
    status: doctorSubscriptionStatus(row.subscription, today),
    monthlyFee: doctorPlans[plan].monthlyCents / 100,
    subscriptionEndDate: row.subscription.end,
    nextBilling,
    nextAmountCents: nextBilling === null ? null : doctorPlans[planOn(row, nextBilling)].chargedCents,
    pendingChange:
      hasPendingChange && row.nextPlan && row.nextPlanFrom ? { plan: row.nextPlan, from: row.nextPlanFrom } : null,
    paymentMethod: method && showPaymentMethod(method),
    invoices: invoices.map(showInvoice),
  };
}

function showPaymentMethod(method: PaymentMethod) {
  const { cardholderName, brand, last4, expiry, address, city, postalCode, country } = method;
  return { cardholderName, brand, last4, expiry, address, city, postalCode, country };
}

function showInvoice({ id, number, issuedOn, dueOn, amountCents, status }: InvoiceRow) {
  return { id, number, date: issuedOn, dueDate: dueOn, amount: amountCents / 100, status };
}
