import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { MessageChannel, MessageState } from '@medcloud/contract/operations/messages';
import type { MessageCounts, MessageDelivery } from '@medcloud/contract/shapes/operations';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { countRecentDeliveries } from './reads.ts';
import { deliveryCounts, showDelivery, storedStates } from './show.ts';
import { countDeliveries, listDeliveries } from './store.ts';

interface MessageQuery {
  channel?: MessageChannel | undefined;
  state?: MessageState | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface MessagePage {
  messages: MessageDelivery[];
  total: number;
  cursor: string | null;
}

/** Lists the delivery of each SMS and mail, newest first. */
export async function listMessages(context: DbContext, scope: AdminScope, query: MessageQuery): Promise<MessagePage> {
  const limit = query.limit ?? limits.listDefault;
  if (query.cursor !== undefined && !isUuid(query.cursor))
    throw createFieldFault('cursor', issueCode('cursor_invalid'));
  const filter = { channel: query.channel, states: query.state && storedStates(query.state) };
  return await context.db.within(scope, async (tx) => {
    const rows = await listDeliveries(tx, filter, { limit: limit + 1, before: query.cursor ?? null });
    const shown = rows.slice(0, limit);
    return {
      messages: shown.map(showDelivery),
      total: await countDeliveries(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

/** Counts the messages of the last 24 hours by channel and state. */
export async function countMessages(context: DbContext, scope: AdminScope): Promise<MessageCounts> {
  return deliveryCounts(await context.db.within(scope, countRecentDeliveries));
}
