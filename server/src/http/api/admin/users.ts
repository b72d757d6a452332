import { routes } from '@medcloud/contract';
import { listUsers } from '../../../domain/subscriptions/list-users.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const users = edge(routes.admin.users, async ({ portal, scope, query, request, out }) => {
  const list = await listUsers(portal, scope, query);
  setPage(request, out, list);
  return list.users;
});
