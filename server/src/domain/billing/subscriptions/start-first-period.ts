import type { Language } from '@medcloud/contract/languages';
import { addDays } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { createDue } from '../dues/create-due.ts';
import { findPrice } from '../dues/reads.ts';
import { findCentsToPay } from '../overview/reads.ts';
import { findBuyer, insertPartyOfDoctor } from '../parties/buyer.ts';
import { findUser } from './reads.ts';
import { setAccess } from './set-access.ts';
import { daysToPay, type InvoicedPeriod, startInvoicedPeriod } from './start-invoiced-period.ts';
import { startTrial } from './start-trial.ts';
import { lockSubscription } from './store.ts';
import { endOfPeriod, isEffective, planOn, type StoredPlan } from './subscription-period.ts';

export interface FirstPeriod {
  /** The last day of the running period; null if none runs. */
  until: string | null;
  /** What is to be paid; null if an administrator set the period, or if the portal cannot issue invoices yet. */
  invoice: InvoicedPeriod['invoice'];
  /** What is to be paid before the period begins, in cents; null without a payment provider. */
  firstCents: number | null;
  /** The period is a free trial: what is asked for before its end, in cents; else null. */
  trialCents: number | null;
  /** The doctor named no country: nothing can be asked for before there are billing details. */
  needsDetails: boolean;
}

const none: FirstPeriod = { until: null, invoice: null, firstCents: null, trialCents: null, needsDetails: false };

/**
 * Starts the first period of a doctor's plan today, to be paid by bank transfer within 14 days: period, access, due and
 * invoice. With `trialDays`, a free trial instead, which costs nothing before it is paid for. With a payment provider there
 * is only the due: its payment starts the period and issues the invoice. A period set earlier by an administrator stays and
 * is not charged (product, "Doctor's path" 2).
 */
export async function startFirstPeriod(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events' | 'queue'>,
  tx: Tx,
  cause: BillingCause,
  doctor: StoredPlan & { id: string; userId: string; firstName: string; lastName: string; language: Language },
  { today, trialDays }: { today: string; trialDays: number },
): Promise<FirstPeriod> {
  const { userId } = doctor;
  // Read under the lock: an administrator may be setting it now.
  await lockSubscription(tx, userId);
  const user = await findUser(tx, userId);
  if (user !== null && user.start !== null) return { ...none, until: isEffective(user, today) ? user.end : null };
  const plan = planOn(doctor, today);
  const price = await findPrice(tx, `doctor.${plan}`, today);
  if (price === null) throw new Error(`The plan ${plan} has no price.`);
  const name = `${doctor.firstName} ${doctor.lastName}`;
  await insertPartyOfDoctor(tx, { ...doctor, name });
  const needsDetails = (await findBuyer(tx, userId, context.settings.timeZone)) === null;
  if (trialDays > 0) {
    const until = await startTrial(context, tx, cause, { userId, price, from: today, days: trialDays });
    return { ...none, until, trialCents: price.grossCents, needsDetails };
  }
  if (context.settings.payments !== null) {
    const days = { from: today, to: endOfPeriod(today, price.periodMonths), dueOn: addDays(today, daysToPay) };
    const due = await createDue(context, tx, cause, { userId, kind: 'first', price, ...days });
    const contract = { priceId: price.id, method: 'bank', nextDueOn: null } as const;
    await setAccess(context, tx, cause, { userId, act: 'await', contract });
    return { ...none, firstCents: needsDetails ? null : await findCentsToPay(tx, due.id), needsDetails };
  }
  const { to, invoice } = await startInvoicedPeriod(context, tx, cause, { userId, price, from: today });
  return { ...none, until: to, invoice, needsDetails };
}
