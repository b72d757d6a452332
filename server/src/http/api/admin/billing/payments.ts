import { routes } from '@medcloud/contract';
import { recordPayment as record } from '../../../../domain/billing/payments/record-payment.ts';
import { handler } from '../../../server/handler.ts';

export const recordPayment = handler(routes.billingAdmin.recordPayment, async ({ context, scope, request, body }) => ({
  id: await record(context, scope, request, body),
}));
