import { routes } from '@medcloud/contract';
import { keepFactors } from '../../../../domain/factors/resets/keep-factors.ts';
import { handler } from '../../../server/handler.ts';

export const keep = handler(routes.auth.keepFactors, async ({ context, request, body }) => {
  await keepFactors(context, request, body.token);
  return { ok: true as const };
});
