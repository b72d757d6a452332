import type { BillingOverview, OpenDue } from '@medcloud/contract';
import { type BankAccount, isTestSeries } from '../../../platform/config/billing/billing-settings.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { findDue } from '../dues/reads.ts';
import { describeCancellation } from '../dunning/describe-cancellation.ts';
import { findLastDay } from '../dunning/last-day.ts';
import { listInvoices } from '../invoices/reads.ts';
import { showInvoice } from '../invoices/show.ts';
import { findBillingParty } from '../parties/own-party.ts';
import { findProviderAccount } from '../payments/provider-store.ts';
import { findContract } from '../subscriptions/contract-store.ts';
import { movePeriod } from '../subscriptions/start-paid-period.ts';
import {
  findCheckedPayment,
  findCreditCents,
  findOpenDue,
  findRestartDue,
  isInvoiceAwaited,
  isPaymentChecked,
  type OpenDueRow,
} from './reads.ts';
import { showDue } from './show-due.ts';

/** Reads what an account owes, its billing details, credit and latest documents, in the caller's transaction. */
export async function readOverview(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  userId: string,
): Promise<BillingOverview> {
  const { bank, series } = context.settings.billing;
  const day = today(context);
  const contract = await findContract(tx, userId);
  const due = await findOpenDue(tx, userId);
  const starting = contract?.state === 'awaiting' && due?.hasInvoice === false ? await moveDue(context, tx, due) : null;
  const restart = due === null && contract?.state === 'ended' ? await findRestartDue(tx, userId) : null;
  const card = await findProviderAccount(tx, { userId });
  const party = await findBillingParty(context, tx, userId);
  const shown = showFirst(bank, { due: starting ?? due, restart, startsWithPayment: starting !== null });
  const { timeZone } = context.settings;
  const checked = shown && (await findCheckedPayment(tx, { userId, dueId: shown.id, timeZone }));
  const isLate = contract?.state === 'past_due' && due !== null;
  return {
    state: contract?.state ?? 'none',
    method: contract?.method ?? null,
    cancelAtEnd: contract?.cancelAtEnd ?? false,
    cancellation: await describeCancellation(tx, userId, { contract, due, day }),
    cardPayments: context.settings.payments !== null,
    savedCard: card?.method == null || card.methodState === 'none' ? null : card.methodState,
    isChecking: checked !== null || (await isPaymentChecked(tx, userId)),
    checking: checked && { amountCents: checked.cents, on: checked.on },
    isEvaluation: isTestSeries(series.invoice),
    party,
    credit: { amountCents: await findCreditCents(tx, userId) },
    grace: isLate ? { until: await findLastDay(tx, due.id, contract.since) } : null,
    due: party === null ? null : shown,
    needsDetails: party === null && (shown !== null || (await isInvoiceAwaited(tx, userId))),
    invoices: (await listInvoices(tx, userId)).map((invoice) => showInvoice(invoice, day)),
  };
}

interface FirstDue {
  due: OpenDueRow | null;
  restart: OpenDueRow | null;
  startsWithPayment: boolean;
}

function showFirst(bank: BankAccount | null, { due, restart, startsWithPayment }: FirstDue): OpenDue | null {
  if (due !== null) return showDue(due, bank, { startsAgain: false, startsWithPayment });
  return restart && showDue(restart, bank, { startsAgain: true, startsWithPayment: true });
}

/** Returns a request with the days that it buys if it is paid today: days without access are not paid for. */
async function moveDue(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  due: OpenDueRow,
): Promise<OpenDueRow> {
  const asked = await findDue(tx, { id: due.id });
  if (asked === null) return due;
  const { from, to } = await movePeriod(context, tx, asked);
  return { ...due, from, to };
}
