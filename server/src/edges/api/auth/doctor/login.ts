import { routes } from '@medcloud/contract';
import { showDoctor, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in.ts';
import { today } from '../../../../domain/portal/portal.ts';
import { edge } from '../../../edge.ts';
import { readCredentials, setSessionCookie } from '../../../session/credentials.ts';

export const login = edge(
  routes.auth.doctorLogin,
  async ({ portal, config, signInPorts, asking, body, request, out }) => {
    const presentedSession = readCredentials(request, config).bearer;
    const door = { kind: 'doctor', email: body.email } as const;
    const { account, secrets, doctor } = await signIn(portal, signInPorts, asking, door, {
      password: body.password,
      presentedSession,
    });
    if (doctor === null) throw new Error('A doctor account has no doctor.');
    setSessionCookie(out, config, secrets.cookie);
    return { sessionId: secrets.sessionId, user: showUser(account), doctor: showDoctor(doctor, today(portal)) };
  },
);
