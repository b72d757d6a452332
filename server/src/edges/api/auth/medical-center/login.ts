import { routes } from '@medcloud/contract';
import { showCenter, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { edge } from '../../../edge.ts';
import { readCredentials, setSessionCookie } from '../../../session/credentials.ts';

export const login = edge(
  routes.auth.centerLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const presentedSession = readCredentials(request, config).bearer;
    const door = { kind: 'center', centerId: body.centerId } as const;
    const { account, secrets, center } = await signIn(portal, signInPorts, asking, door, {
      password: body.password,
      presentedSession,
    });
    if (center === null) throw new Error('A center account has no center.');
    setSessionCookie(out, config, secrets.cookie);
    return { sessionId: secrets.sessionId, user: showUser(account), medicalCenter: showCenter(center) };
  },
);
