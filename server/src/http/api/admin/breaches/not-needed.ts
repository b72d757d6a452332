import { routes } from '@medcloud/contract';
import { waiveNotice } from '../../../../domain/breaches/decide-notice.ts';
import { handler } from '../../../server/handler.ts';

export const breachNotNeeded = handler(
  routes.breaches.breachNotNeeded,
  async ({ context, scope, request, params, body }) => ({
    breach: await waiveNotice(context, scope, request, params.id, body),
  }),
);
