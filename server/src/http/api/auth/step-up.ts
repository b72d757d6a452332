import { routes } from '@medcloud/contract';
import { stepUpSession } from '../../../domain/accounts/sign-in/step-up.ts';
import { setSessionCookie } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const stepUp = handler(
  routes.auth.stepUp,
  async ({ context, config, signInPorts, scope, request, body, reply }) => {
    const secrets = await stepUpSession(context, signInPorts, scope, request, body);
    setSessionCookie(reply, config, secrets.cookie);
    return { ok: true as const, sessionId: secrets.sessionId };
  },
);
