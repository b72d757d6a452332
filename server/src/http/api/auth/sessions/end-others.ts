import { routes } from '@medcloud/contract';
import { revokeOtherSessions } from '../../../../domain/accounts/sessions/own-sessions.ts';
import { handler } from '../../../server/handler.ts';

export const revokeOthers = handler(routes.account.endOtherSessions, async ({ context, scope, request }) => ({
  ended: await revokeOtherSessions(context, scope, request),
}));
