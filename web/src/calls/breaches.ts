import * as breaches from '@medcloud/contract/routes/breaches';
import type { BreachState } from '@medcloud/contract/shapes/breaches';
import { useApiMutation, useApiPages, useApiQuery } from './client/use-api-query.ts';

const registerRoutes = [breaches.breaches, breaches.breach, breaches.breachExtent, breaches.breachDrafts];
const pageSize = 50;

/** Lists the register of data breaches, of one state or all, open ones first. */
export const useBreaches = (state: BreachState | null) =>
  useApiPages(
    breaches.breaches,
    { query: { limit: pageSize, ...(state === null ? {} : { state }) } },
    { keepPreviousData: true },
  );

export const useBreach = (id: string) => useApiQuery(breaches.breach, { params: { id } });

/** Counts the patients and centers that a breach touches. New accesses change it, so it is fetched at each visit. */
export const useBreachExtent = (id: string) =>
  useApiQuery(breaches.breachExtent, { params: { id } }, { shouldAlwaysRefetch: true });

/** Lists the patients that a breach touches. Each call leaves an audit event. */
export const useBreachPatients = (id: string, { enabled }: { enabled: boolean }) =>
  useApiPages(breaches.breachPatients, { params: { id }, query: { limit: pageSize } }, { enabled });

export const useBreachDrafts = (id: string) => useApiQuery(breaches.breachDrafts, { params: { id } });

export const useOpenBreach = () =>
  useApiMutation(breaches.openBreach, { invalidates: registerRoutes, idempotent: true });

export const useChangeBreach = () =>
  useApiMutation(breaches.changeBreach, { invalidates: [...registerRoutes, breaches.breachPatients] });

export const useBreachNotified = () => useApiMutation(breaches.breachNotified, { invalidates: registerRoutes });

export const useBreachNotNeeded = () => useApiMutation(breaches.breachNotNeeded, { invalidates: registerRoutes });

export const useCloseBreach = () => useApiMutation(breaches.closeBreach, { invalidates: registerRoutes });
