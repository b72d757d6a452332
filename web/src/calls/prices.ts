import * as prices from '@medcloud/contract/routes/billing-prices';
import type { PricesQuery } from '@medcloud/contract/shapes/billing/prices';
import { useApiMutation, useApiPages } from './client/use-api-query.ts';

const pageSize = 50;

/** Lists the versions of one plan's price or of all, the latest day first. */
export const usePrices = (plan: PricesQuery['plan']) =>
  useApiPages(
    prices.prices,
    { query: { limit: pageSize, ...(plan === undefined ? {} : { plan }) } },
    { keepPreviousData: true },
  );

export const useAddPrice = () => useApiMutation(prices.addPrice, { invalidates: [prices.prices], idempotent: true });
