import { routes } from '@medcloud/contract';
import { askForReset } from '../../../../domain/factors/resets/ask-for-reset.ts';
import { handler } from '../../../server/handler.ts';

export const resetFactors = handler(routes.auth.askFactorReset, async ({ context, scope, request, params, body }) => {
  await askForReset(context, scope, request, params.id, body);
  return { ok: true as const };
});
