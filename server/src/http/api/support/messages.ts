import { routes } from '@medcloud/contract';
import { receiveMessage } from '../../../domain/support/receive-message.ts';
import { edge } from '../../server/edge.ts';
import { sessionAlong } from '../../server/session-along.ts';

export const sendSupportMessage = edge(routes.support.sendMessage, async ({ portal, config, asking, request, body }) =>
  receiveMessage(portal, await sessionAlong({ portal, config }, request, asking), body),
);
