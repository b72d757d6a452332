import { routes } from '@medcloud/contract';
import { endSession, listSessions } from '../../../domain/accounts/own-sessions.ts';
import { edge } from '../../edge.ts';

export const sessions = edge(routes.account.sessions, ({ portal, scope, asking }) =>
  listSessions(portal, scope, asking),
);

export const endOne = edge(routes.account.endSession, async ({ portal, scope, asking, params }) => {
  await endSession(portal, scope, asking, params.id);
  return undefined; // 204: there is nothing to say
});
