import { routes } from '@medcloud/contract';
import { recordUndecided as act } from '../../../../../domain/billing/payments/review/decide-payment.ts';
import { handler } from '../../../../server/handler.ts';

export const recordUndecided = handler(
  routes.billingUndecided.recordUndecided,
  async ({ context, scope, request, params, body }) => {
    await act(context, scope, request, params.id, body.reason);
    return { ok: true as const };
  },
);
