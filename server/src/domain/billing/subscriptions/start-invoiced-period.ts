import { newId } from '../../../platform/ids/ids.ts';
import { addDays } from '../../../platform/time/days.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import type { BillingCause } from '../cause.ts';
import { createDue } from '../dues/create-due.ts';
import type { Price } from '../dues/reads.ts';
import { findHindrance } from '../invoices/find-hindrance.ts';
import { type IssuedInvoice, issueInvoice } from '../invoices/issue-invoice.ts';
import { cutPeriods, insertPeriod } from './period-store.ts';
import { setAccess } from './set-access.ts';
import { findStart } from './start-paid-period.ts';
import { endOfPeriod, renewalDay } from './subscription-period.ts';

export const daysToPay = 14;

export interface InvoicedPeriod {
  /** Its last day. */
  to: string;
  /** What is to be paid; null while it waits for the seller, the bank account, billing details or VIES (`issue-waiting.ts`). */
  invoice: (IssuedInvoice & { rf: string }) | null;
}

/**
 * Starts an account's first billed period on a day, to be paid by bank transfer within 14 days of it: due, period, access
 * and invoice. Periods that an administrator set end where it begins. The caller has locked the account.
 */
export async function startInvoicedPeriod(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events' | 'queue'>,
  tx: Tx,
  cause: BillingCause,
  { userId, price, from }: { userId: string; price: Price; from: string },
): Promise<InvoicedPeriod> {
  const to = endOfPeriod(from, price.periodMonths);
  const dueOn = addDays(from, daysToPay);
  const due = await createDue(context, tx, cause, { userId, kind: 'first', price, from, to, dueOn });
  await cutPeriods(tx, userId, from, today(context));
  const ids = { id: newId(context.clock, context.random), due_id: due.id, price_id: price.id };
  await insertPeriod(tx, { ...ids, user_id: userId, from_day: from, to_day: to, kind: 'invoiced' });
  const start = await findStart(tx, userId, from);
  const contract = { priceId: price.id, method: 'bank', nextDueOn: renewalDay(to) } as const;
  await setAccess(context, tx, cause, {
    ...{ userId, act: 'activate', contract },
    access: { status: 'active', start, end: to },
  });
  const canIssue = canAsk(context.settings) && (await findHindrance(context, tx, userId)) === null;
  const invoice = canIssue ? await issueInvoice(context, tx, cause, due) : null;
  return { to, invoice: invoice && { ...invoice, rf: due.rf } };
}
