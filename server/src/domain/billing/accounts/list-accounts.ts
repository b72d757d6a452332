import {
  type AccountsQuery,
  type BillingAccount,
  type BillingAccountDetails,
  issueCode,
  limits,
} from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, type TimeContext, today } from '../../core/context.ts';
import { listInvoices } from '../invoices/reads.ts';
import { showInvoice } from '../invoices/show.ts';
import { findBillingParty } from '../parties/own-party.ts';
import { findVatProof } from '../parties/vat-store.ts';
import { listOwedRefunds } from '../payments/refunds/owed-refunds.ts';
import { showRefundable } from '../payments/refunds/show-refundable.ts';
import { showUndecided } from '../payments/review/show-undecided.ts';
import { findAnyNextStep } from '../plan-change/next-step.ts';
import { listCharges } from '../subscriptions/requests/list-charges.ts';
import { type AccountRow, countAccounts, dueOnOf, findAccount, listAccountPage } from './reads.ts';
import { listDues, listPayments, listPeriods } from './records.ts';

export interface AccountPage {
  accounts: BillingAccount[];
  total: number;
  cursor: string | null;
}

/** Lists doctors and centers with what they owe, the earliest due first. */
export async function listAccounts(
  context: TimeContext,
  scope: AdminScope,
  { search = '', state, cursor, limit = limits.listDefault }: AccountsQuery,
): Promise<AccountPage> {
  const filter = { search, state, today: today(context) };
  return await context.db.read(scope, async (tx) => {
    const after = cursor === undefined || !isUuid(cursor) ? null : await findAccount(tx, cursor);
    if (cursor !== undefined && after === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listAccountPage(tx, filter, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      accounts: shown.map(showAccount),
      total: await countAccounts(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.userId ?? null) : null,
    };
  });
}

/** Reads one account with its periods, dues, documents and payments. Throws `not_found`. */
export async function readAccount(
  context: TimeContext & Pick<AppContext, 'payments'>,
  scope: AdminScope,
  userId: string,
): Promise<BillingAccountDetails> {
  if (!isUuid(userId)) throw new Fault('not_found');
  const day = today(context);
  return await context.db.read(scope, async (tx) => {
    const account = await findAccount(tx, userId);
    if (account === null) throw new Fault('not_found');
    const party = await findBillingParty(context, tx, userId);
    const periods = await listPeriods(tx, userId);
    const charged = { userId, hasParty: party !== null, end: account.periodEnd };
    return {
      ...showAccount(account),
      party,
      vatProof: await findVatProof(tx, userId),
      paidUntil: periods.find(({ kind }) => kind === 'paid')?.to ?? null,
      charges: account.role === 'doctor' ? await listCharges(context, tx, charged) : [],
      nextStep: await findAnyNextStep(context, tx, userId, day),
      periods,
      dues: await listDues(tx, userId),
      invoices: await showRefundable(tx, await listInvoices(tx, userId), (row) => showInvoice(row, day)),
      payments: await listPayments(tx, userId),
      refunds: await listOwedRefunds(tx, userId),
      undecided: await showUndecided(context, tx, userId),
    };
  });
}

function showAccount(row: AccountRow): BillingAccount {
  const { userId, role, name, email, plan, state, cancelAtEnd, periodEnd, endedOn, owedCents, creditCents } = row;
  const contract = { plan, state, cancelAtEnd, periodEnd, endedOn };
  return { userId, role, name, email, ...contract, owedCents, dueOn: dueOnOf(row), creditCents };
}
