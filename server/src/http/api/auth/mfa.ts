import { routes } from '@medcloud/contract';
import { signInWithFactor } from '../../../domain/accounts/sign-in/sign-in-with-factor.ts';
import { readBrowserSecrets } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';
import { showSignIn } from './show-sign-in.ts';

export const factorSignIn = handler(
  routes.auth.factorSignIn,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const browser = readBrowserSecrets(httpRequest, config);
    return showSignIn({ context, config, reply }, await signInWithFactor(context, signInPorts, request, body, browser));
  },
);
