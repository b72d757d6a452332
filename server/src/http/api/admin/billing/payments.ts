import { routes } from '@medcloud/contract';
import { listReceivedPayments } from '../../../../domain/billing/payments/list-payments.ts';
import { recordPayment as record } from '../../../../domain/billing/payments/record-payment.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const recordPayment = handler(routes.billingAdmin.recordPayment, async ({ context, scope, request, body }) => ({
  id: await record(context, scope, request, body),
}));

export const payments = handler(routes.billingAdmin.payments, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listReceivedPayments(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.payments;
});
