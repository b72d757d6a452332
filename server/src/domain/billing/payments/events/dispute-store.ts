import { type Insertable, sql } from 'kysely';
import type { Reader, Tx } from '../../../database.ts';
import type { PaymentDisputesTable } from '../tables.ts';

/** Finds a dispute by the provider's id. */
export async function findDispute(
  tx: Reader,
  ref: string,
): Promise<{ id: string; cents: number; state: 'open' | 'won' | 'lost' } | null> {
  const row = await tx
    .selectFrom('payment_disputes')
    .select(['id', 'cents', 'state'])
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertDispute(
  tx: Tx,
  dispute: Omit<Insertable<PaymentDisputesTable>, 'driver' | 'state'>,
): Promise<void> {
  await tx
    .insertInto('payment_disputes')
    .values({ ...dispute, driver: 'stripe', state: 'open' })
    .execute();
}

export async function closeDispute(tx: Tx, id: string, state: 'won' | 'lost'): Promise<void> {
  await tx
    .updateTable('payment_disputes')
    .set({ state, closed_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}
