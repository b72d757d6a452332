import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';

/** The job that checks an account's VAT number. Its payload is `{ userId }`. */
export const vatCheckJob = 'check-vat';

const retryMs = 3_600_000;

/**
 * Enqueues the check of an account's VAT number in VIES, which runs if the caller's transaction commits: now, or in an hour
 * after VIES gave no answer. One that is enqueued for earlier stays.
 */
export async function enqueueVatCheck(
  { queue, clock }: Pick<AppContext, 'queue' | 'clock'>,
  tx: Tx,
  userId: string,
  when: 'now' | 'later' = 'now',
): Promise<void> {
  const later = when === 'now' ? {} : { runAt: new Date(clock.now().getTime() + retryMs) };
  await queue.add(tx, { kind: vatCheckJob, payload: { userId }, key: userId, ...later });
}
