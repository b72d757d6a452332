import { routes } from '@medcloud/contract';
import { undoPayment as undo } from '../../../../../domain/billing/payments/undo-payment.ts';
import { handler } from '../../../../server/handler.ts';

export const undoPayment = handler(
  routes.billingAdmin.undoPayment,
  async ({ context, scope, request, params, body }) => {
    await undo(context, scope, request, params.id, body.reason);
    return { ok: true as const };
  },
);
