import * as fiscal from '@medcloud/contract/routes/billing-fiscal';
import type { FiscalQuery } from '@medcloud/contract/shapes/billing/fiscal';
import { billingRoutes } from './billing-admin.ts';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

const pageSize = 50;

/** Lists documents of one state at the tax authority or all, the latest first. */
export const useFiscalDocuments = (state: FiscalQuery['state']) =>
  useApiPages(
    fiscal.fiscalDocuments,
    { query: { limit: pageSize, ...(state === undefined ? {} : { state }) } },
    { keepPreviousData: true, shouldAlwaysRefetch: true },
  );

/** Gets how documents are reported now. */
export const useFiscalReporting = () => useApiQuery(fiscal.fiscalReporting, {}, { shouldAlwaysRefetch: true });

export const useRetryFiscal = () => useApiMutation(fiscal.retryFiscal, { invalidates: [fiscal.fiscalDocuments] });

export const useVoidInvoice = () =>
  useApiMutation(fiscal.voidInvoice, { invalidates: [fiscal.fiscalDocuments, ...billingRoutes], idempotent: true });

export const useTakeOverFiscal = () =>
  useApiMutation(fiscal.takeOverFiscal, { invalidates: [fiscal.fiscalReporting, fiscal.fiscalDocuments] });
