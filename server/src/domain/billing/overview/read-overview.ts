import type { BillingOverview } from '@medcloud/contract';
import { isTestSeries } from '../../../platform/config/billing-settings.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { findLastDay } from '../dunning/last-day.ts';
import { listInvoices } from '../invoices/reads.ts';
import { showInvoice } from '../invoices/show.ts';
import { findBillingParty } from '../parties/own-party.ts';
import { findProviderAccount } from '../payments/provider-store.ts';
import { findContract } from '../subscriptions/contract-store.ts';
import { findCreditCents, findOpenDue, findRestartDue, isPaymentChecked } from './reads.ts';
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
  const restart = due === null && contract?.state === 'ended' ? await findRestartDue(tx, userId) : null;
  const card = await findProviderAccount(tx, { userId });
  const isLate = contract?.state === 'past_due' && due !== null;
  return {
    state: contract?.state ?? 'none',
    method: contract?.method ?? null,
    cancelAtEnd: contract?.cancelAtEnd ?? false,
    cardPayments: context.settings.payments !== null,
    savedCard: card?.method == null || card.methodState === 'none' ? null : card.methodState,
    isChecking: await isPaymentChecked(tx, userId),
    isEvaluation: isTestSeries(series.invoice),
    party: await findBillingParty(context, tx, userId),
    credit: { amountCents: await findCreditCents(tx, userId) },
    grace: isLate ? { until: await findLastDay(tx, due.id, contract.since) } : null,
    due: due ? showDue(due, bank, false) : restart && showDue(restart, bank, true),
    invoices: (await listInvoices(tx, userId)).map((invoice) => showInvoice(invoice, day)),
  };
}
