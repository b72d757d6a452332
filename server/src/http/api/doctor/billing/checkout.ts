import { routes } from '@medcloud/contract';
import { startCheckout } from '../../../../domain/billing/payments/start-checkout.ts';
import { handler } from '../../../server/handler.ts';

export const doctorCheckout = handler(routes.billingCards.doctorCheckout, ({ context, scope, request, body }) =>
  startCheckout(context, scope, request, body.due),
);
