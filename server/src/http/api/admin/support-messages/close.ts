import { routes } from '@medcloud/contract';
import { closeMessage } from '../../../../domain/support/close-message.ts';
import { handler } from '../../../server/handler.ts';

export const closeSupportMessage = handler(
  routes.admin.closeSupportMessage,
  async ({ context, scope, request, params }) => ({ message: await closeMessage(context, scope, request, params.id) }),
);
