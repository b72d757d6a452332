import { routes } from '@medcloud/contract';
import { beginFactorSignIn } from '../../../../domain/accounts/sign-in/sign-in-with-factor.ts';
import { handler } from '../../../server/handler.ts';

export const factorOptions = handler(routes.auth.factorOptions, ({ context, body }) =>
  beginFactorSignIn(context, body.challengeId),
);
