import type { CardFacts } from '@medcloud/contract';
import type { Tx } from '../database.ts';
import { insertPaymentMethod } from './store.ts';

/** Stores the payment method of a sign-up. A value that the form left out is null. */
export async function createPaymentMethod(tx: Tx, doctorId: string, card: CardFacts): Promise<void> {
  await insertPaymentMethod(tx, doctorId, {
    cardholderName: card.cardholderName,
    brand: card.brand ?? null,
    last4: card.last4,
    expiry: card.expiry,
    address: card.address ?? null,
    city: card.city ?? null,
    postalCode: card.postalCode ?? null,
    country: card.country ?? null,
  });
}
