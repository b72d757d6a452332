import { routes } from '@medcloud/contract';
import { beginPasskey } from '../../../../domain/factors/change-passkeys.ts';
import { handler } from '../../../server/handler.ts';

export const passkeyCreation = handler(routes.account.passkeyCreation, ({ context, scope, request }) =>
  beginPasskey(context, scope, request),
);
