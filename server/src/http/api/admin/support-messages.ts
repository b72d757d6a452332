import { routes } from '@medcloud/contract';
import { listMessages } from '../../../domain/support/list-messages.ts';
import { readMessage } from '../../../domain/support/read-message.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const supportMessages = edge(routes.admin.supportMessages, async ({ portal, scope, query, request, out }) => {
  const list = await listMessages(portal, scope, query);
  setPage(request, out, list);
  return list.messages;
});

export const supportMessage = edge(routes.admin.supportMessage, ({ portal, scope, asking, params }) =>
  readMessage(portal, scope, asking, params.id),
);
