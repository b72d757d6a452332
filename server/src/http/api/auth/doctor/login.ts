import { routes } from '@medcloud/contract';
import { showDoctor, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in/sign-in.ts';
import { today } from '../../../../domain/core/context.ts';
import { readSignInCredentials, setSignInCookies } from '../../../server/credentials.ts';
import { handler } from '../../../server/handler.ts';

export const login = handler(
  routes.auth.doctorLogin,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const identifier = { kind: 'doctor', email: body.email } as const;
    const credentials = readSignInCredentials(httpRequest, config, body.password);
    const { account, secrets, doctor, device } = await signIn(context, signInPorts, request, identifier, credentials);
    if (doctor === null) throw new Error('A doctor account has no doctor.');
    setSignInCookies(reply, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account), doctor: showDoctor(doctor, today(context)) };
  },
);
