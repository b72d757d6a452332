import { routes } from '@medcloud/contract';
import { listInvoicesOfAll } from '../../../domain/billing/invoices/list-invoices.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const invoices = handler(routes.billingAdmin.invoices, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listInvoicesOfAll(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.invoices;
});
