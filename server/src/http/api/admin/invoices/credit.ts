import { routes } from '@medcloud/contract';
import { creditInvoice as credit } from '../../../../domain/billing/invoices/credit-invoice.ts';
import { handler } from '../../../server/handler.ts';

export const creditInvoice = handler(
  routes.billingAdmin.creditInvoice,
  async ({ context, scope, request, params, body }) => ({
    id: await credit(context, scope, request, params.id, body),
  }),
);
