import { routes } from '@medcloud/contract';
import { changePassword as change } from '../../../domain/accounts/change-password.ts';
import { setSessionCookie } from '../../server/credentials.ts';
import { edge } from '../../server/edge.ts';

export const changePassword = edge(
  routes.auth.changePassword,
  async ({ portal, config, signInPorts, scope, asking, body, out }) => {
    const secrets = await change(portal, signInPorts, scope, asking, body);
    setSessionCookie(out, config, secrets.cookie);
    return { ok: true as const, sessionId: secrets.sessionId };
  },
);
