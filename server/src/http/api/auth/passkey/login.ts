import { routes } from '@medcloud/contract';
import { signInWithPasskey } from '../../../../domain/accounts/sign-in/sign-in-with-passkey.ts';
import { readBrowserSecrets } from '../../../server/credentials.ts';
import { handler } from '../../../server/handler.ts';
import { showSignIn } from '../show-sign-in.ts';

export const passkeySignIn = handler(
  routes.auth.passkeySignIn,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const browser = readBrowserSecrets(httpRequest, config);
    return showSignIn(
      { context, config, reply },
      await signInWithPasskey(context, signInPorts, request, body, browser),
    );
  },
);
