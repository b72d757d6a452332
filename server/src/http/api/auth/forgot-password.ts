import { routes } from '@medcloud/contract';
import { requestReset } from '../../../domain/accounts/passwords/request-reset.ts';
import { handler } from '../../server/handler.ts';

export const forgotPassword = handler(routes.auth.forgotPassword, async ({ context, request, body }) => {
  await requestReset(context, request, body.email);
  return { ok: true } as const;
});
