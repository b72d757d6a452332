import { newId } from '../../../platform/ids/ids.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { type DueRow, findDue, listOpenDues } from '../dues/reads.ts';
import { moveDues, reopenRequest } from '../dues/store.ts';
import { findHindrance } from '../invoices/find-hindrance.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { mailDocument } from '../invoices/mail-document.ts';
import { allocationPostings, divideOver, type EntrySource } from '../ledger/postings.ts';
import { findCredit, listOpenInvoices } from '../ledger/reads.ts';
import { insertEntry } from '../ledger/store.ts';
import { applyUpgrade } from '../plan-change/apply-upgrade.ts';
import { reopenUpgrade } from '../plan-change/center-store.ts';
import { renewUpgradeRequest } from '../plan-change/renew-upgrade-request.ts';
import { keepAccess } from '../subscriptions/keep-access.ts';
import { setPeriodKind } from '../subscriptions/period-store.ts';
import { restoreAccess } from '../subscriptions/restore-access.ts';
import { movePeriod, startPaidPeriod } from '../subscriptions/start-paid-period.ts';

export type SettleContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events' | 'queue' | 'keys'>;

export interface Settlement {
  userId: string;
  /** What freed or brought the money: a payment, or a credit note. */
  source: EntrySource;
  sourceId: string;
  /** The due that the payer named; it is paid first. */
  dueId?: string | undefined;
}

/**
 * Pays with an account's money what it owes: the due that the payer named, then invoices, also in part, then dues without
 * an invoice, upgrades first, then the earliest. A due without an invoice is paid only in whole; its invoice is issued and its period
 * starts. Access that ended for what is now paid opens again. What is left stays the account's; so does what pays for an
 * invoice that waits for VIES. The caller has locked the account. Returns the ids of the invoices that were issued and
 * mailed.
 */
export async function settleAccount(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  settlement: Settlement,
): Promise<string[]> {
  const { userId } = settlement;
  const credit = await findCredit(tx, userId);
  const issued = credit > 0 ? await spendCredit(context, tx, cause, settlement, credit) : [];
  await restoreAccess(context, tx, cause, userId);
  return issued;
}

async function spendCredit(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  settlement: Settlement,
  credit: number,
): Promise<string[]> {
  const { userId, dueId } = settlement;
  if (dueId !== undefined) {
    await reopenRequest(tx, dueId, credit);
    await reopenUpgrade(tx, dueId, credit, today(context));
  }
  const dues = await listOpenDues(tx, userId);
  const named = dues.find(({ id }) => id === dueId);
  const waiting = orderWaitingDues(dues);
  const first = await payWaitingDues(
    context,
    tx,
    cause,
    waiting.filter((due) => due === named),
    credit,
  );
  const left = await payInvoices(context, tx, cause, { ...settlement, named: named?.invoiceId }, first.left);
  const rest = await payWaitingDues(
    context,
    tx,
    cause,
    waiting.filter((due) => due !== named),
    left,
  );
  return [...first.issued, ...rest.issued];
}

/** Returns the dues without an invoice in the order in which they are paid. */
export function orderWaitingDues(dues: readonly DueRow[]): DueRow[] {
  const waiting = dues.filter(({ invoiceId }) => invoiceId === null);
  // an upgrade first: the next period costs what its plan does
  return waiting.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ kind }: DueRow) => (kind === 'upgrade' ? 0 : 1);

/** Pays invoices, the named one first. Returns the credit that is left. */
async function payInvoices(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  { userId, source, sourceId, named }: Settlement & { named: string | null | undefined },
  credit: number,
): Promise<number> {
  const invoices = await listOpenInvoices(tx, userId);
  const isNamed = ({ invoiceId }: { invoiceId: string }) => invoiceId === named;
  const parts = divideOver(credit, [...invoices.filter(isNamed), ...invoices.filter((invoice) => !isNamed(invoice))]);
  if (parts.length === 0) return credit;
  const postings = allocationPostings(userId, parts);
  const entry = { id: newId(context.clock, context.random), day: today(context), userId, actor: cause.actor };
  await insertEntry(tx, { ...entry, kind: 'allocated', source, sourceId, postings });
  await markPaid(
    tx,
    userId,
    parts.map(({ invoiceId }) => invoiceId),
  );
  return parts.reduce((left, { cents }) => left - cents, credit);
}

/** Marks the dues of documents of which nothing is owed, and their periods. */
async function markPaid(tx: Tx, userId: string, invoiceIds: readonly string[]): Promise<void> {
  const stillOpen = new Set((await listOpenInvoices(tx, userId)).map(({ invoiceId }) => invoiceId));
  const paid = invoiceIds.filter((id) => !stillOpen.has(id));
  await setPeriodKind(tx, await moveDues(tx, paid, { from: 'open', to: 'paid' }), 'paid');
}

/**
 * Issues and pays one due after another while the money is enough: each document has its own number and entry. Returns the
 * credit that is left, and the invoices.
 */
async function payWaitingDues(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  dues: readonly DueRow[],
  credit: number,
): Promise<{ left: number; issued: string[] }> {
  const issued: string[] = [];
  const [first] = dues;
  if (first === undefined || first.grossCents > credit || !(await canIssue(context, tx, cause, first)))
    return { left: credit, issued };
  let left = credit;
  for (const due of dues) {
    if (due.grossCents > left) break;
    // what was paid before may have taken it back
    if ((await findDue(tx, { id: due.id }))?.state !== 'open') continue;
    const { invoiceId, cents } = await payWaitingDue(context, tx, cause, due, left);
    issued.push(invoiceId);
    left -= cents;
  }
  return { left, issued };
}

/** Returns whether a paid due's invoice can be issued now. One that waits for VIES or billing details ends no access. */
async function canIssue(context: SettleContext, tx: Tx, cause: BillingCause, due: DueRow): Promise<boolean> {
  const hindrance = await findHindrance(context, tx, due.userId);
  if (hindrance === 'vat' || hindrance === 'details')
    await keepAccess(context, tx, cause, { userId: due.userId, dueId: due.id });
  return hindrance === null;
}

/** Issues the invoice of a due, pays it with at most `credit`, starts its period or plan, and mails it. */
async function payWaitingDue(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  due: DueRow,
  credit: number,
): Promise<{ invoiceId: string; cents: number }> {
  const { userId } = due;
  const isUpgrade = due.kind === 'upgrade';
  const bought = isUpgrade ? due : await movePeriod(context, tx, due);
  const issued = await issueInvoice(context, tx, cause, bought);
  const { id: invoiceId, grossCents } = issued;
  const cents = Math.min(credit, grossCents);
  const entry = { id: newId(context.clock, context.random), day: today(context), userId, actor: cause.actor };
  const postings = allocationPostings(userId, [{ invoiceId, cents }]);
  await insertEntry(tx, { ...entry, kind: 'allocated', source: 'invoice', sourceId: invoiceId, postings });
  await moveDues(tx, cents === grossCents ? [invoiceId] : [], { from: 'open', to: 'paid' });
  if (isUpgrade) await applyUpgrade(context, tx, cause, due);
  else await startPaidPeriod(context, tx, cause, bought);
  if (due.kind === 'renewal') await renewUpgradeRequest(context, tx, cause, userId);
  await mailDocument(context, tx, invoiceId);
  return { invoiceId, cents };
}
