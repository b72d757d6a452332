import { Fault } from '@medcloud/contract/faults';
import { systemScope } from '../../../authorization/authorize.ts';
import type { AppContext } from '../../../core/context.ts';
import { insertEvent } from '../provider-store.ts';

/** The job kind that handles an event of the provider, with the payload `{ eventId }`. */
export const eventJob = 'payment-event';

type EventContext = Pick<AppContext, 'db' | 'queue' | 'clock' | 'payments' | 'events'>;

/**
 * Stores a provider's event by its id and enqueues its handling. A known one changes nothing. Throws `not_found` without a
 * provider, `invalid_signature` for bytes that the provider did not sign within 5 minutes. An event of the other kind of money,
 * test or live, raises an alarm: the provider's settings and the portal's key do not fit.
 */
export async function hearEvent(
  { db, queue, clock, payments, events }: EventContext,
  raw: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (payments === null) throw new Fault('not_found');
  const event = await payments.readEvent(raw, signature, clock.now());
  if (event === null) throw new Fault('invalid_signature');
  const { id, type, object, createdAt, isOurMode } = event;
  const isNew = await db.within(systemScope('payment-event'), async (tx) => {
    const state = isOurMode && object !== '' ? 'waiting' : 'ignored';
    if (!(await insertEvent(tx, { id, type, object, createdAt, state }))) return false;
    if (state === 'waiting') await queue.add(tx, { kind: eventJob, payload: { eventId: id }, key: id });
    return true;
  });
  if (isNew && !isOurMode)
    await db.within(systemScope('billing'), (tx) => events.emit(tx, 'payment_unsettled', { userId: null }));
}
