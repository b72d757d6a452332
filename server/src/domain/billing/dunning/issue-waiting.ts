import { newId } from '../../../platform/ids/ids.ts';
import { addDays } from '../../../platform/time/days.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import { portalCause } from '../cause.ts';
import { type DueRow, findDue, listOpenDues } from '../dues/reads.ts';
import { listWaitingDues, setDueOn } from '../dues/waiting.ts';
import { waitsForAuthority } from '../fiscal/waits-for-authority.ts';
import { findHindrance } from '../invoices/find-hindrance.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { mailDocument } from '../invoices/mail-document.ts';
import { type SettleContext, settleAccount } from '../payments/settle-account.ts';
import { hasPeriod } from '../subscriptions/period-store.ts';
import { daysToPay } from '../subscriptions/start-invoiced-period.ts';
import { lockSubscription } from '../subscriptions/store.ts';

const pageSize = 100;

/**
 * Issues and mails the invoices of periods that began before the portal knew who issues them and where they are paid, in
 * the order of their beginning. They are payable 14 days from now. Any node may repeat it: each is issued under its
 * account's lock, once.
 */
export async function issueWaiting(context: SettleContext & Pick<AppContext, 'db'>): Promise<void> {
  let after: number | null = null;
  for (;;) {
    const page = await context.db.within(systemScope('billing'), (tx) => listWaitingDues(tx, after, pageSize));
    for (const { id, userId } of page)
      await context.db
        .within(systemScope('billing'), (tx) => issueOne(context, tx, id, userId))
        .catch((error: unknown) => {
          if (!waitsForAuthority(error)) throw error;
        });
    after = page.at(-1)?.reference ?? null;
    if (page.length < pageSize) return;
  }
}

async function issueOne(context: SettleContext, tx: Tx, id: string, userId: string): Promise<void> {
  await lockSubscription(tx, userId);
  const due = await findDue(tx, { id });
  if (due === null || due.state !== 'open' || due.invoiceId !== null) return;
  if ((await findHindrance(context, tx, userId)) === null) await issueDue(context, tx, due);
}

async function issueDue(context: SettleContext, tx: Tx, due: DueRow): Promise<void> {
  const { id, userId } = due;
  const soonest = addDays(today(context), daysToPay);
  const dueOn = due.dueOn > soonest ? due.dueOn : soonest;
  await setDueOn(tx, id, dueOn);
  const invoice = await issueInvoice(context, tx, portalCause, { ...due, dueOn });
  await mailDocument(context, tx, invoice.id);
  await settleAccount(context, tx, portalCause, { userId, source: 'invoice', sourceId: invoice.id, dueId: id });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

/**
 * Issues what of an account waited for VIES: the invoice of a period that began, and those that the account's money pays.
 * Does nothing while they still wait. The caller has locked the account.
 */
export async function issueWaitingOf(context: SettleContext, tx: Tx, userId: string): Promise<void> {
  const waiting = (await listOpenDues(tx, userId)).filter(({ invoiceId }) => invoiceId === null);
  if (waiting.length === 0 || !canAsk(context.settings)) return;
  if ((await findHindrance(context, tx, userId)) !== null) return;
  const [first] = waiting.filter(({ kind }) => kind === 'first');
  if (first !== undefined && (await hasPeriod(tx, first.id))) return await issueDue(context, tx, first);
  const sourceId = newId(context.clock, context.random);
  await settleAccount(context, tx, portalCause, { userId, source: 'payment', sourceId });
}
