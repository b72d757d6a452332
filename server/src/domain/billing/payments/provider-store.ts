import { sql } from 'kysely';
import type { SavedCard } from '../../../platform/outbound/payments/payment-driver.ts';
import type { Reader, Tx } from '../../database.ts';

export interface ProviderAccount {
  userId: string;
  customer: string;
  method: string | null;
  methodState: 'ok' | 'problem' | 'none';
}

/** Finds an account at the provider, by the portal's account, the provider's id or the saved card. */
export async function findProviderAccount(
  tx: Reader,
  by: { userId: string } | { customer: string } | { method: string },
): Promise<ProviderAccount | null> {
  const query = tx
    .selectFrom('provider_accounts')
    .select(['user_id as userId', 'customer_ref as customer', 'method_ref as method', 'method_state as methodState']);
  const found =
    'userId' in by
      ? query.where('user_id', '=', by.userId)
      : 'customer' in by
        ? query.where('customer_ref', '=', by.customer)
        : query.where('method_ref', '=', by.method);
  return (await found.executeTakeFirst()) ?? null;
}

/** Inserts the account's id at the provider. Another node may have been faster with the same. */
export async function insertProviderAccount(tx: Tx, userId: string, customer: string): Promise<void> {
  await tx
    .insertInto('provider_accounts')
    .values({ user_id: userId, driver: 'stripe', customer_ref: customer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sets the saved card of an account; null removes it. */
export async function setMethod(
  tx: Tx,
  userId: string,
  method: { ref: string; state: 'ok' | 'problem' } | null,
): Promise<void> {
  await tx
    .updateTable('provider_accounts')
    .set({
      method_ref: method?.ref ?? null,
      method_state: method?.state ?? 'none',
      updated_at: sql<Date>`app_now()`,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Stores what a doctor sees of the saved card. Centers see theirs at the provider. */
export async function storeCardFacts(tx: Tx, userId: string, card: SavedCard): Promise<void> {
  const { brand, last4, expiry } = card;
  await sql`
    INSERT INTO payment_methods (doctor_id, cardholder_name, brand, last4, expiry)
    SELECT d.id, coalesce(${card.holder}, d.first_name || ' ' || d.last_name), ${brand}, ${last4}, ${expiry}
    FROM doctors d WHERE d.user_id = ${userId}::uuid
    ON CONFLICT (doctor_id) DO UPDATE SET cardholder_name = excluded.cardholder_name, brand = excluded.brand,
      last4 = excluded.last4, expiry = excluded.expiry, updated_at = app_now()`.execute(tx);
}

/** Sets how an account pays. */
export async function setPaymentWay(tx: Tx, userId: string, method: 'card' | 'bank'): Promise<void> {
  await tx.updateTable('subscriptions').set({ method }).where('user_id', '=', userId).execute();
}

export interface NewEvent {
  id: string;
  type: string;
  object: string;
  createdAt: Date;
  state: 'waiting' | 'ignored';
}

/** Inserts an event of the provider, without reading: the scope sees no stored one. Returns false if it is known. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({
      ...{ driver: 'stripe', event_id: event.id, type: event.type, object_ref: event.object },
      ...{ created_at: event.createdAt, state: event.state },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findEvent(tx: Reader, id: string): Promise<{ type: string; object: string } | null> {
  const row = await tx
    .selectFrom('provider_events')
    .select(['type', 'object_ref as object'])
    .where('event_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row ?? null;
}

export async function setEventState(tx: Tx, id: string, state: 'done' | 'ignored'): Promise<void> {
  await tx.updateTable('provider_events').set({ state }).where('event_id', '=', id).execute();
}

/** Finds the account and amount of a payment by the provider's id. */
export async function findCardPayment(
  tx: Reader,
  ref: string,
): Promise<{ id: string; userId: string; cents: number } | null> {
  const row = await tx
    .selectFrom('payments')
    .select(['id', 'user_id as userId', 'cents'])
    .where('driver', '=', 'stripe')
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  return row === undefined || row.userId === null ? null : { ...row, userId: row.userId };
}
