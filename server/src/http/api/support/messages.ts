import { routes } from '@medcloud/contract';
import { receiveMessage } from '../../../domain/support/receive-message.ts';
import { addOptionalPrincipal } from '../../server/add-optional-principal.ts';
import { handler } from '../../server/handler.ts';

export const sendSupportMessage = handler(
  routes.support.sendMessage,
  async ({ context, config, request, httpRequest, body }) =>
    receiveMessage(context, await addOptionalPrincipal({ context, config }, httpRequest, request), body),
);
