import { routes } from '@medcloud/contract';
import { stepUpSession } from '../../../domain/accounts/step-up.ts';
import { setSessionCookie } from '../../server/credentials.ts';
import { edge } from '../../server/edge.ts';

export const stepUp = edge(routes.auth.stepUp, async ({ portal, config, signInPorts, scope, asking, body, out }) => {
  const secrets = await stepUpSession(portal, signInPorts, scope, asking, body.password);
  setSessionCookie(out, config, secrets.cookie);
  return { ok: true as const, sessionId: secrets.sessionId };
});
