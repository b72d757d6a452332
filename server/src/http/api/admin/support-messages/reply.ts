import { routes } from '@medcloud/contract';
import { answerMessage } from '../../../../domain/support/answer-message.ts';
import { handler } from '../../../server/handler.ts';

export const replySupportMessage = handler(
  routes.admin.replySupportMessage,
  async ({ context, scope, request, params, body }) => ({
    message: await answerMessage(context, scope, request, params.id, body.text),
  }),
);
