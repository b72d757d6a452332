import { routes } from '@medcloud/contract';
import { updatePaymentMethod } from '../../../domain/billing/update-payment-method.ts';
import { handler } from '../../server/handler.ts';

export const paymentMethod = handler(routes.doctor.updatePaymentMethod, ({ context, scope, request, body }) =>
  updatePaymentMethod(context, scope, request, body),
);
