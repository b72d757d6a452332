import { routes } from '@medcloud/contract';
import { countMessages } from '../../../domain/messages/list-messages.ts';
import { handler } from '../../server/handler.ts';

export const messageCounts = handler(routes.admin.messageCounts, ({ context, scope }) => countMessages(context, scope));
