import { routes } from '@medcloud/contract';
import { disableUser as disable } from '../../../../domain/accounts/disable-user.ts';
import { edge } from '../../../server/edge.ts';

export const disableUser = edge(routes.admin.disableUser, async ({ portal, scope, asking, params, body }) => ({
  user: await disable(portal, scope, asking, params.id, body?.reason),
}));
