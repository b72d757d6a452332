import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import { liveStates } from './attempt-states.ts';

/** What waits for the payment provider for too long: attempts without an end, and events that were not handled. */
export interface PaymentBacklog {
  attempts: number;
  events: number;
}

/** A page is open for 35 minutes, and the sweep runs each 15. */
const lateAttempt = sql<Date>`app_now() - interval '1 hour'`;
const lateEvent = sql<Date>`app_now() - interval '15 minutes'`;

export async function countPaymentBacklog(tx: Reader): Promise<PaymentBacklog> {
  const count = sql<number>`count(*)::integer`.as('count');
  const attempts = await tx
    .selectFrom('payment_attempts')
    .select(count)
    .where('state', 'in', liveStates)
    .where('created_at', '<', lateAttempt)
    .executeTakeFirstOrThrow();
  const events = await tx
    .selectFrom('provider_events')
    .select(count)
    .where('state', '=', 'waiting')
    .where('received_at', '<', lateEvent)
    .executeTakeFirstOrThrow();
  return { attempts: attempts.count, events: events.count };
}
