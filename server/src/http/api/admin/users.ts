import { routes } from '@medcloud/contract';
import { listUsers } from '../../../domain/billing/subscriptions/list-users.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const users = handler(routes.admin.users, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listUsers(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.users;
});
