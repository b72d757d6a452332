import { routes } from '@medcloud/contract';
import { sendBackUndecided as act } from '../../../../../domain/billing/payments/review/decide-payment.ts';
import { handler } from '../../../../server/handler.ts';

export const sendBackUndecided = handler(
  routes.billingUndecided.sendBackUndecided,
  async ({ context, scope, request, params, body }) => {
    await act(context, scope, request, params.id, body.reason);
    return { ok: true as const };
  },
);
