import { routes } from '@medcloud/contract';
import { confirmReset } from '../../../../../domain/factors/resets/ask-for-reset.ts';
import { handler } from '../../../../server/handler.ts';

export const confirm = handler(routes.auth.confirmFactorReset, async ({ context, scope, request, params }) => {
  await confirmReset(context, scope, request, params.id);
  return { ok: true as const };
});
