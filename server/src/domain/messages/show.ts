import type { MessageState } from '@medcloud/contract/operations/messages';
import type { MessageCounts, MessageDelivery } from '@medcloud/contract/shapes/operations';
import type { DeliveryCount } from './reads.ts';
import type { DeliveryRow } from './store.ts';

/** Returns a message's delivery for administrators. */
export function showDelivery(row: DeliveryRow): MessageDelivery {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    state: shownState(row.state),
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}

/** Shows a message with a running attempt as waiting. */
function shownState(state: DeliveryRow['state']): MessageState {
  return state === 'sending' ? 'waiting' : state;
}

export function storedStates(state: MessageState): readonly DeliveryRow['state'][] {
  return state === 'waiting' ? ['waiting', 'sending'] : [state];
}

const none = { waiting: 0, sent: 0, failed: 0, expired: 0, superseded: 0, uncertain: 0 };

/** Counts messages by channel and state, with zero for absent ones. */
export function deliveryCounts(rows: readonly DeliveryCount[]): MessageCounts {
  const counts = { sms: { ...none }, mail: { ...none } };
  for (const { channel, state, count } of rows) counts[channel][shownState(state)] += count;
  return counts;
}
