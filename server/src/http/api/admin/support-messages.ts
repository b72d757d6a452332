import { routes } from '@medcloud/contract';
import { listMessages } from '../../../domain/support/list-messages.ts';
import { readMessage } from '../../../domain/support/read-message.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const supportMessages = handler(
  routes.admin.supportMessages,
  async ({ context, scope, query, httpRequest, reply }) => {
    const list = await listMessages(context, scope, query);
    setPageHeaders(httpRequest, reply, list);
    return list.messages;
  },
);

export const supportMessage = handler(routes.admin.supportMessage, ({ context, scope, request, params }) =>
  readMessage(context, scope, request, params.id),
);
