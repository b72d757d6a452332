import { routes } from '@medcloud/contract';
import { startCheckout } from '../../../../domain/billing/payments/start-checkout.ts';
import { handler } from '../../../server/handler.ts';

export const centerCheckout = handler(routes.billingCards.centerCheckout, ({ context, scope, request, body }) =>
  startCheckout(context, scope, request, body.due),
);
