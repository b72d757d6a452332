import { routes } from '@medcloud/contract';
import { listOwnInvoices } from '../../../domain/billing/invoices/list-invoices.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const centerInvoices = handler(
  routes.billing.centerInvoices,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const list = await listOwnInvoices(context, scope, request, query);
    setPageHeaders(httpRequest, reply, list);
    return list.invoices;
  },
);
