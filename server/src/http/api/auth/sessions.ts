import { routes } from '@medcloud/contract';
import { listSessions, revokeOwnSession } from '../../../domain/accounts/sessions/own-sessions.ts';
import { handler } from '../../server/handler.ts';

export const sessions = handler(routes.account.sessions, ({ context, scope, request }) =>
  listSessions(context, scope, request),
);

export const revokeSession = handler(routes.account.endSession, async ({ context, scope, request, params }) => {
  await revokeOwnSession(context, scope, request, params.id);
  return undefined; // 204 without content
});
