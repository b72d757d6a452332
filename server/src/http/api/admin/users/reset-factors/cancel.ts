import { routes } from '@medcloud/contract';
import { cancelReset } from '../../../../../domain/factors/resets/ask-for-reset.ts';
import { handler } from '../../../../server/handler.ts';

export const cancel = handler(routes.auth.cancelFactorReset, async ({ context, scope, request, params }) => {
  await cancelReset(context, scope, request, params.id);
  return { ok: true as const };
});
