import { routes } from '@medcloud/contract';
import { beginPasskeySignIn } from '../../../../domain/accounts/sign-in/sign-in-with-passkey.ts';
import { handler } from '../../../server/handler.ts';

export const passkeyOptions = handler(routes.auth.passkeyOptions, async ({ context }) => beginPasskeySignIn(context));
