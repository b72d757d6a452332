import { routes } from '@medcloud/contract';
import { listMessages } from '../../../domain/messages/list-messages.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const messages = handler(routes.admin.messages, async ({ context, scope, query, httpRequest, reply }) => {
  const page = await listMessages(context, scope, query);
  setPageHeaders(httpRequest, reply, page);
  return page.messages;
});
