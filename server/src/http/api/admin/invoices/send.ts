import { routes } from '@medcloud/contract';
import { resendDocument } from '../../../../domain/billing/invoices/resend-document.ts';
import { handler } from '../../../server/handler.ts';

export const sendInvoice = handler(
  routes.billingCorrections.sendInvoice,
  async ({ context, scope, request, params }) => {
    await resendDocument(context, scope, request, params.id);
    return { ok: true as const };
  },
);
