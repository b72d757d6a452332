import { routes } from '@medcloud/contract';
import { reissueInvoice as reissue } from '../../../../domain/billing/invoices/reissue-invoice.ts';
import { handler } from '../../../server/handler.ts';

export const reissueInvoice = handler(
  routes.billingCorrections.reissueInvoice,
  async ({ context, scope, request, params, body }) => ({
    id: await reissue(context, scope, request, params.id, body.reason),
  }),
);
