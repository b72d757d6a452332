import { routes } from '@medcloud/contract';
import { enableUser as enable } from '../../../../domain/accounts/disable-user.ts';
import { edge } from '../../../server/edge.ts';

export const enableUser = edge(routes.admin.enableUser, async ({ portal, scope, asking, params }) => ({
  user: await enable(portal, scope, asking, params.id),
}));
