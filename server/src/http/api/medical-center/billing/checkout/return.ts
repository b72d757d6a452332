import { routes } from '@medcloud/contract';
import { returnFromCheckout } from '../../../../../domain/billing/payments/return-from-checkout.ts';
import { handler } from '../../../../server/handler.ts';

export const centerCheckoutReturn = handler(
  routes.billingCards.centerCheckoutReturn,
  ({ context, scope, request, body }) => returnFromCheckout(context, scope, request, body.attempt),
);
