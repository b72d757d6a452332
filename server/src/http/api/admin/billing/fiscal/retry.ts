import { routes } from '@medcloud/contract';
import { retryDocument } from '../../../../../domain/billing/fiscal/retry-document.ts';
import { handler } from '../../../../server/handler.ts';

export const retryFiscal = handler(routes.billingFiscal.retryFiscal, ({ context, scope, request, params }) =>
  retryDocument(context, scope, request, params.invoiceId),
);
