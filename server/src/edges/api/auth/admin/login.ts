import { routes } from '@medcloud/contract';
import { showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { edge } from '../../../edge.ts';
import { readCredentials, setSessionCookie } from '../../../session/credentials.ts';

export const login = edge(
  routes.auth.adminLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const presentedSession = readCredentials(request, config).bearer;
    const door = { kind: 'admin', email: body.email } as const;
    const { account, secrets } = await signIn(portal, signInPorts, asking, door, {
      password: body.password,
      presentedSession,
    });
    setSessionCookie(out, config, secrets.cookie);
    return { sessionId: secrets.sessionId, user: showUser(account) };
  },
);
