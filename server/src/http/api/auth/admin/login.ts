import { routes } from '@medcloud/contract';
import { showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in/sign-in.ts';
import { readSignInCredentials, setSignInCookies } from '../../../server/credentials.ts';
import { handler } from '../../../server/handler.ts';

export const login = handler(
  routes.auth.adminLogin,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const identifier = { kind: 'admin', email: body.email } as const;
    const credentials = readSignInCredentials(httpRequest, config, body.password);
    const { account, secrets, device } = await signIn(context, signInPorts, request, identifier, credentials);
    setSignInCookies(reply, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account) };
  },
);
