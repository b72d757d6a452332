import { routes } from '@medcloud/contract';
import { setCenterCancellation } from '../../../../domain/billing/own-billing.ts';
import { handler } from '../../../server/handler.ts';

export const centerCancellation = handler(routes.billing.centerCancellation, ({ context, scope, request, body }) =>
  setCenterCancellation(context, scope, request, body.cancel),
);
