import * as billing from '@medcloud/contract/routes/billing';
import * as cards from '@medcloud/contract/routes/billing-cards';
import { billingOverview } from '@medcloud/contract/routes/doctor';
import type { BillingSide } from './billing.ts';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';

const routesOf = {
  doctor: { checkout: cards.doctorCheckout, result: cards.doctorCheckoutReturn, portal: cards.doctorPortal },
  center: { checkout: cards.centerCheckout, result: cards.centerCheckoutReturn, portal: cards.centerPortal },
} as const;

/** Opens the provider's page on which a due is paid, or a card is saved if nothing is due. */
export function useCheckout(side: BillingSide) {
  const overview = side === 'doctor' ? billingOverview : billing.centerOverview;
  return useApiMutation(routesOf[side].checkout, { idempotent: true, invalidates: [overview] });
}

/** Opens the provider's page on which the saved card is changed or removed. */
export const useCardPortal = (side: BillingSide) => useApiMutation(routesOf[side].portal);

/** Asks how a payment on the provider's page ended; again whenever something of the account changes. */
export const useCheckoutResult = (side: BillingSide, attempt: string) =>
  useApiQuery(routesOf[side].result, { body: { attempt } }, { shouldAlwaysRefetch: true });
