import { routes } from '@medcloud/contract';
import { revokeUserSessions as revoke } from '../../../../domain/accounts/disable-user.ts';
import { edge } from '../../../server/edge.ts';

export const revokeUserSessions = edge(routes.admin.revokeUserSessions, async ({ portal, scope, asking, params }) => ({
  ended: await revoke(portal, scope, asking, params.id),
}));
