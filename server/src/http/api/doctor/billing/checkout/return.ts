import { routes } from '@medcloud/contract';
import { returnFromCheckout } from '../../../../../domain/billing/payments/return-from-checkout.ts';
import { handler } from '../../../../server/handler.ts';

export const doctorCheckoutReturn = handler(
  routes.billingCards.doctorCheckoutReturn,
  ({ context, scope, request, body }) => returnFromCheckout(context, scope, request, body.attempt),
);
