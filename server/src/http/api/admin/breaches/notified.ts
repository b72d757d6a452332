import { routes } from '@medcloud/contract';
import { recordNotification } from '../../../../domain/breaches/decide-notice.ts';
import { handler } from '../../../server/handler.ts';

export const breachNotified = handler(
  routes.breaches.breachNotified,
  async ({ context, scope, request, params, body }) => ({
    breach: await recordNotification(context, scope, request, params.id, body),
  }),
);
