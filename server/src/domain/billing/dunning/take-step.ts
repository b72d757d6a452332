import { addDays, dayAfter } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, portalCause } from '../cause.ts';
import { withdrawRequests } from '../dues/store.ts';
import type { CreditContext } from '../invoices/credit-invoice.ts';
import { chargeDue } from '../payments/charge-due.ts';
import { settleAccount } from '../payments/settle-account.ts';
import { cutPeriods } from '../subscriptions/period-store.ts';
import { findUser } from '../subscriptions/reads.ts';
import { setAccess } from '../subscriptions/set-access.ts';
import { graceDays } from '../subscriptions/subscription-period.ts';
import type { AccountRow } from './accounts.ts';
import { askForRenewals } from './ask-for-renewal.ts';
import { creditUnserved } from './credit-unserved.ts';
import { type Step, warningDays } from './decide-step.ts';
import { extendAccess } from './extend-access.ts';
import { sendDunningMail } from './send-dunning-mail.ts';

export type StepContext = CreditContext & Pick<AppContext, 'keys'>;

/** Takes a step of an account that the caller has locked. Returns false if nothing can be done now. */
export async function takeStep(
  context: StepContext,
  tx: Tx,
  account: AccountRow,
  step: Step,
  day: string,
): Promise<boolean> {
  if (step.act === 'ask') return await askOne(context, tx, account, day);
  if (step.act === 'charge')
    return account.due !== null && (await chargeDue(context, tx, { ...account, id: account.due.id })) === 'begun';
  await takeOther(context, tx, account, step, day);
  const { userId } = account;
  if (step.act !== 'mail')
    await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return true;
}

/** Asks for the next period, and pays it with the account's money if that is enough. Returns false without a price. */
async function askOne(context: StepContext, tx: Tx, account: AccountRow, day: string): Promise<boolean> {
  const [due] = await askForRenewals(context, tx, portalCause, [account], day);
  if (due === undefined) return false;
  const { userId } = account;
  await settleAccount(context, tx, portalCause, { userId, source: 'payment', sourceId: due.id, dueId: due.id });
  return true;
}

async function takeOther(
  context: StepContext,
  tx: Tx,
  account: AccountRow,
  step: Exclude<Step, { act: 'ask' | 'charge' }>,
  day: string,
): Promise<void> {
  const { userId } = account;
  if (step.act === 'withdraw') return await withdraw(context, tx, portalCause, account, day);
  if (step.act === 'extend')
    return await extendAccess(context, tx, portalCause, { account, until: step.until, day, act: 'set_grace' });
  if (step.act === 'mark_late') {
    const until = addDays(day, graceDays - 1);
    return await extendAccess(context, tx, portalCause, { account, until, day, act: 'mark_late' });
  }
  if (step.act === 'activate') return void (await setAccess(context, tx, portalCause, { userId, act: 'activate' }));
  if (step.act === 'suspend') return await suspend(context, tx, account, day);
  if (step.act === 'end') return await end(context, tx, portalCause, account, day);
  if (step.mail === 'last') {
    const until = addDays(day, warningDays);
    await extendAccess(context, tx, portalCause, { account, until, day, act: 'set_grace' });
  }
  await sendDunningMail(context, tx, account, { ...step, day });
}

/** Ends a doctor's access for an invoice that stayed unpaid. The dates stay, and the invoice is owed. */
async function suspend(context: StepContext, tx: Tx, account: AccountRow, day: string): Promise<void> {
  const { userId, role } = account;
  const user = await findUser(tx, userId);
  if (role === 'doctor') await cutPeriods(tx, userId, day, day);
  const access = { status: 'inactive', start: user?.start ?? day, end: user?.end ?? day } as const;
  await setAccess(context, tx, portalCause, { userId, act: 'suspend', access });
  await sendDunningMail(context, tx, account, { mail: 'suspended', since: day, day });
}

/** Takes back what was only asked for, and the access until its payment. */
export async function withdraw(
  context: StepContext,
  tx: Tx,
  cause: BillingCause,
  account: AccountRow,
  day: string,
): Promise<void> {
  await withdrawRequests(tx, account.userId);
  await dropGrace(context, tx, cause, account, day);
}

/** Ends a subscription: what was only asked for is owed no longer; of an invoice the days without access are credited. */
export async function end(
  context: StepContext,
  tx: Tx,
  cause: BillingCause,
  account: AccountRow,
  day: string,
): Promise<void> {
  const { userId, state, due } = account;
  // first, or money that a credit note frees would pay the next period
  await withdrawRequests(tx, userId, 'expired');
  if (state === 'suspended') await creditUnserved(context, tx, cause, account, day);
  else await dropGrace(context, tx, cause, account, day);
  await setAccess(context, tx, cause, { userId, act: 'end' });
  if (due !== null && state !== 'active')
    await sendDunningMail(context, tx, account, { mail: 'ended', since: day, day });
}

/** Takes back access that was given only until the payment. */
async function dropGrace(
  context: StepContext,
  tx: Tx,
  cause: BillingCause,
  account: AccountRow,
  day: string,
): Promise<void> {
  const { userId, end: last, graceEnd } = account;
  if (graceEnd === null || last === null || graceEnd < day) return;
  await cutPeriods(tx, userId, last < day ? day : dayAfter(last), day);
  const start = (await findUser(tx, userId))?.start ?? last;
  const access = { status: 'active', start, end: last } as const;
  await setAccess(context, tx, cause, { userId, act: 'set_grace', access });
}
