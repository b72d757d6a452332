import { routes } from '@medcloud/contract';
import { showCenter, showUser } from '../../../../domain/accounts/show.ts';
import { signIn } from '../../../../domain/accounts/sign-in/sign-in.ts';
import { readSignInCredentials, setSignInCookies } from '../../../server/credentials.ts';
import { handler } from '../../../server/handler.ts';

export const login = handler(
  routes.auth.centerLogin,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const identifier = { kind: 'center', centerId: body.centerId } as const;
    const credentials = readSignInCredentials(httpRequest, config, body.password);
    const { account, secrets, center, device } = await signIn(context, signInPorts, request, identifier, credentials);
    if (center === null) throw new Error('A center account has no center.');
    setSignInCookies(reply, config, secrets.cookie, device);
    return { sessionId: secrets.sessionId, user: showUser(account), medicalCenter: showCenter(center) };
  },
);
