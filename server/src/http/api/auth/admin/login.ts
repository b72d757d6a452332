import { routes } from '@medcloud/contract';
import { signIn } from '../../../../domain/accounts/sign-in/sign-in.ts';
import { readBrowserSecrets } from '../../../server/credentials.ts';
import { handler } from '../../../server/handler.ts';
import { showAdminSignIn, showChallenge } from '../show-sign-in.ts';

export const login = handler(
  routes.auth.adminLogin,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const identifier = { kind: 'admin', email: body.email } as const;
    const credentials = { password: body.password, ...readBrowserSecrets(httpRequest, config) };
    const result = await signIn(context, signInPorts, request, identifier, credentials);
    return 'challengeId' in result ? showChallenge(result) : showAdminSignIn({ context, config, reply }, result);
  },
);
