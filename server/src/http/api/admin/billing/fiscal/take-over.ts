import { routes } from '@medcloud/contract';
import { takeOverDocuments } from '../../../../../domain/billing/fiscal/series/take-over.ts';
import { handler } from '../../../../server/handler.ts';

export const takeOverFiscal = handler(routes.billingFiscal.takeOverFiscal, ({ context, scope, request }) =>
  takeOverDocuments(context, scope, request),
);
