import { routes } from '@medcloud/contract';
import { countMessages } from '../../../domain/messages/list-messages.ts';
import { edge } from '../../server/edge.ts';

export const messageCounts = edge(routes.admin.messageCounts, ({ portal, scope }) => countMessages(portal, scope));
