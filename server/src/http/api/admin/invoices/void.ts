import { routes } from '@medcloud/contract';
import { voidInvoice as voidDocument } from '../../../../domain/billing/invoices/void-invoice.ts';
import { handler } from '../../../server/handler.ts';

export const voidInvoice = handler(routes.billingFiscal.voidInvoice, async ({ context, scope, request, params }) => {
  await voidDocument(context, scope, request, params.id);
  return { ok: true as const };
});
