import { routes } from '@medcloud/contract';
import { answerMessage } from '../../../../domain/support/answer-message.ts';
import { edge } from '../../../server/edge.ts';

export const replySupportMessage = edge(
  routes.admin.replySupportMessage,
  async ({ portal, scope, asking, params, body }) => ({
    message: await answerMessage(portal, scope, asking, params.id, body.text),
  }),
);
