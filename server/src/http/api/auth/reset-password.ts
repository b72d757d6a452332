import { routes } from '@medcloud/contract';
import { resetPassword as reset } from '../../../domain/accounts/passwords/reset-password.ts';
import { handler } from '../../server/handler.ts';

export const resetPassword = handler(routes.auth.resetPassword, async ({ context, signInPorts, request, body }) => ({
  ok: true as const,
  role: await reset(context, signInPorts, request, body),
}));
