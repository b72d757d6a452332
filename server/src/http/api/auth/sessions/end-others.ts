import { routes } from '@medcloud/contract';
import { endOtherSessions } from '../../../../domain/accounts/own-sessions.ts';
import { edge } from '../../../server/edge.ts';

export const endOthers = edge(routes.account.endOtherSessions, async ({ portal, scope, asking }) => ({
  ended: await endOtherSessions(portal, scope, asking),
}));
