import type { Language } from '@medcloud/contract/languages';
import { fillPath, type Reply } from '@medcloud/contract/route';
import * as billing from '@medcloud/contract/routes/billing';
import { invoiceFile } from '@medcloud/contract/routes/billing-admin';
import { billingOverview } from '@medcloud/contract/routes/doctor';
import { api } from './client/api.ts';
import { useApiMutation, useApiQuery } from './client/use-api-query.ts';
import { type DownloadFile, useDownload } from './download.ts';

/** Whose billing: a doctor's or a center's own. */
export type BillingSide = 'doctor' | 'center';

const routesOf = {
  doctor: { overview: billingOverview, party: billing.doctorParty, cancellation: billing.doctorCancellation },
  center: { overview: billing.centerOverview, party: billing.centerParty, cancellation: billing.centerCancellation },
} as const;

/** What both overviews show beside the plan. */
export type Billing = Reply<typeof billingOverview> | Reply<typeof billing.centerOverview>;

/** Gets a center's plan, what it owes and its invoices. */
export const useCenterBilling = () => useApiQuery(billing.centerOverview, {});

export const useChangeParty = (side: BillingSide) =>
  useApiMutation(routesOf[side].party, { invalidates: [routesOf[side].overview] });

export const useCancellation = (side: BillingSide) =>
  useApiMutation(routesOf[side].cancellation, { invalidates: [routesOf[side].overview] });

/** Chooses a center's plan, or takes an earlier choice back. */
export const useChoosePlan = () =>
  useApiMutation(billing.centerPlan, { invalidates: [billing.centerOverview], idempotent: true });

const fileRoutes = {
  doctor: billing.doctorInvoiceFile,
  center: billing.centerInvoiceFile,
  admin: invoiceFile,
} as const;

/** Downloads a document as PDF. */
export function useInvoiceDownload(
  side: BillingSide | 'admin',
): (invoice: { id: string; number: string }, language: Language) => Promise<boolean> {
  const download = useDownload();
  const route = fileRoutes[side];
  return ({ id, number }, language) => {
    const params = { id };
    const query = { language };
    const file: DownloadFile = {
      address: `${fillPath(route.path, params)}?${new URLSearchParams(query)}`,
      name: `${number}.pdf`,
      request: () => api.send(route, { params, query }),
    };
    return download(file);
  };
}
