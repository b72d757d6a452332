import { routes } from '@medcloud/contract';
import { endSession as end, listSessions } from '../../../domain/accounts/own-sessions.ts';
import { edge } from '../../server/edge.ts';

export const sessions = edge(routes.account.sessions, ({ portal, scope, asking }) =>
  listSessions(portal, scope, asking),
);

export const endSession = edge(routes.account.endSession, async ({ portal, scope, asking, params }) => {
  await end(portal, scope, asking, params.id);
  return undefined; // 204: there is nothing to say
});
