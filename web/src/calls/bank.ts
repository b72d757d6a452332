import * as bank from '@medcloud/contract/routes/billing-bank';
import type { BankLinesQuery } from '@medcloud/contract/shapes/billing/bank';
import { billingRoutes } from './billing-admin.ts';
import { useApiMutation, useApiPages, useFormMutation } from './client/use-api-query.ts';

const bankRoutes = [bank.bankLines, ...billingRoutes];
const pageSize = 50;

/** Lists movements of one state or all, newest first. */
export const useBankLines = (state: BankLinesQuery['state']) =>
  useApiPages(
    bank.bankLines,
    { query: { limit: pageSize, ...(state === undefined ? {} : { state }) } },
    { keepPreviousData: true },
  );

/** Imports a bank's file. */
export const useImportStatement = () => useFormMutation(bank.importStatement, { invalidates: bankRoutes });

/** Saves what the columns of a bank's CSV files are. */
export const useSaveBankColumns = () => useApiMutation(bank.bankColumns);

export const useOpenBankLine = () => useApiMutation(bank.openBankLine);
export const useIgnoreBankLine = () => useApiMutation(bank.ignoreBankLine, { invalidates: bankRoutes });
export const useMatchBankLine = () => useApiMutation(bank.matchBankLine, { invalidates: bankRoutes, idempotent: true });
