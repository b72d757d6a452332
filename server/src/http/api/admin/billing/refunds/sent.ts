import { routes } from '@medcloud/contract';
import { recordRefund as recordSent } from '../../../../../domain/billing/payments/refunds/record-refund.ts';
import { handler } from '../../../../server/handler.ts';

export const recordRefund = handler(routes.billingAdmin.recordRefund, async ({ context, scope, request, params }) => {
  await recordSent(context, scope, request, params.creditNoteId);
  return { ok: true as const };
});
