import { routes } from '@medcloud/contract';
import { closeMessage } from '../../../../domain/support/close-message.ts';
import { edge } from '../../../server/edge.ts';

export const closeSupportMessage = edge(
  routes.admin.closeSupportMessage,
  async ({ portal, scope, asking, params }) => ({ message: await closeMessage(portal, scope, asking, params.id) }),
);
