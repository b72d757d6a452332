import type { Language } from '@medcloud/contract/languages';
import * as admin from '@medcloud/contract/routes/admin';
import * as billing from '@medcloud/contract/routes/billing-admin';
import * as corrections from '@medcloud/contract/routes/billing-corrections';
import * as undecided from '@medcloud/contract/routes/billing-undecided';
import type { AccountsQuery, AdminInvoicesQuery } from '@medcloud/contract/shapes/billing/accounts';
import type { PartyChange } from '@medcloud/contract/shapes/billing/party';
import type { Mutation } from '../forms/use-submit.ts';
import { api } from './client/api.ts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';
import { useDownload } from './download.ts';

/** What a payment or document changes. */
export const billingRoutes = [
  ...[billing.accounts, billing.accountDetails, billing.invoices, billing.payments, admin.users],
  undecided.undecidedPayments,
];
const pageSize = 50;

/** Lists accounts of one state or all; what is owed longest comes first. */
export const useBillingAccounts = (search: string, state: AccountsQuery['state']) =>
  useApiPages(
    billing.accounts,
    { query: { limit: pageSize, ...(search === '' ? {} : { search }), ...(state === undefined ? {} : { state }) } },
    { keepPreviousData: true },
  );

/** Gets the figures of the months of some days. */
export const useBillingFigures = (days: { from: string; to: string }) =>
  useApiQuery(billing.billingFigures, { query: days }, { shouldAlwaysRefetch: true });

export const useBillingAccount = (userId: string) => useApiQuery(billing.accountDetails, { params: { userId } });

/** Lists documents of all accounts, newest first. */
export const useAllInvoices = (search: string, state: AdminInvoicesQuery['state']) =>
  useApiPages(
    billing.invoices,
    { query: { limit: pageSize, ...(search === '' ? {} : { search }), ...(state === undefined ? {} : { state }) } },
    { keepPreviousData: true },
  );

/** Lists payments of all accounts, or those of a day, newest first. */
export const useReceivedPayments = (day: string) =>
  useApiPages(
    billing.payments,
    { query: { limit: pageSize, ...(day === '' ? {} : { day }) } },
    { keepPreviousData: true },
  );

const options = { invalidates: billingRoutes, idempotent: true };
const undecidedOptions = { ...options, invalidates: [...billingRoutes, admin.alarmsToSee] };

export const useRecordPayment = () => useApiMutation(billing.recordPayment, options);
export const useUndoPayment = () => useApiMutation(billing.undoPayment, options);
export const useCreditInvoice = () => useApiMutation(billing.creditInvoice, options);
/** Lists the card payments about which an administrator decides. */
export const useUndecidedPayments = () => useApiQuery(undecided.undecidedPayments, {});
export const useRecordUndecided = () => useApiMutation(undecided.recordUndecided, undecidedOptions);
export const useSendBackUndecided = () => useApiMutation(undecided.sendBackUndecided, undecidedOptions);

export const useRecordRefund = () => useApiMutation(billing.recordRefund, { invalidates: billingRoutes });
export const useWriteOff = () => useApiMutation(billing.writeOff, options);

export const useReissueInvoice = () => useApiMutation(corrections.reissueInvoice, options);
export const useCreditUse = () => useApiMutation(corrections.creditUse, options);
export const useProveVatNumber = () => useApiMutation(corrections.vatProof, { invalidates: billingRoutes });
export const useSendInvoice = () => useApiMutation(corrections.sendInvoice, {});

export const useStartBilling = () =>
  useApiMutation(billing.startBilling, { ...options, invalidates: [...billingRoutes, admin.medicalCentersDetailed] });

/** Replaces the billing details of an account. */
export function useChangePartyOf(userId: string): Mutation<{ body: PartyChange }, unknown> {
  const { mutate, isPending, error } = useApiMutation(billing.accountParty, { invalidates: billingRoutes });
  return {
    isPending,
    error,
    mutate: ({ body }, callbacks) => mutate({ params: { userId }, body }, callbacks),
  };
}

/** Downloads the books of some days, both included. */
export function useExportBooks(): (days: { from: string; to: string }, language: Language) => Promise<boolean> {
  const download = useDownload();
  return ({ from, to }, language) => {
    const query = { from, to, language };
    return download({
      address: `${billing.billingExport.path}?${new URLSearchParams(query)}`,
      name: `medcloud-billing-${from}-${to}.zip`,
      request: () => api.send(billing.billingExport, { query }),
    });
  };
}
