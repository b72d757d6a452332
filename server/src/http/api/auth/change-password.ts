import { routes } from '@medcloud/contract';
import { changePassword as change } from '../../../domain/accounts/passwords/change-password.ts';
import { setSessionCookie } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const changePassword = handler(
  routes.auth.changePassword,
  async ({ context, config, signInPorts, scope, request, body, reply }) => {
    const secrets = await change(context, signInPorts, scope, request, body);
    setSessionCookie(reply, config, secrets.cookie);
    return { ok: true as const, sessionId: secrets.sessionId };
  },
);
