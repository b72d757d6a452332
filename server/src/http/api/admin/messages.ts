import { routes } from '@medcloud/contract';
import { listMessages } from '../../../domain/messages/list-messages.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const messages = edge(routes.admin.messages, async ({ portal, scope, query, request, out }) => {
  const page = await listMessages(portal, scope, query);
  setPage(request, out, page);
  return page.messages;
});
