import { sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';

/** Locks a doctor's row until the transaction ends. Returns false if the scope may not change it. */
export async function lockPlan(tx: Tx, doctorId: string): Promise<boolean> {
  const row = await tx.selectFrom('doctors').select('id').where('id', '=', doctorId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export interface PaymentMethod {
  cardholderName: string;
  brand: string | null;
  last4: string;
  expiry: string;
  address: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
}

export async function findPaymentMethod(tx: Reader, doctorId: string): Promise<PaymentMethod | null> {
  const row = await tx
    .selectFrom('payment_methods')
    .select([
      'cardholder_name as cardholderName',
      'brand',
      'last4',
      'expiry',
      'address',
      'city',
      'postal_code as postalCode',
      'country',
    ])
    .where('doctor_id', '=', doctorId)
    .executeTakeFirst();
  return row ?? null;
}

function toColumns({ cardholderName, postalCode, ...method }: PaymentMethod) {
  return { ...method, cardholder_name: cardholderName, postal_code: postalCode };
}

/** Inserts the payment method of a sign-up. */
export async function insertPaymentMethod(tx: Tx, doctorId: string, method: PaymentMethod): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values({ doctor_id: doctorId, ...toColumns(method) })
    .execute();
}

/** Inserts or replaces the payment method and address. */
export async function upsertPaymentMethod(tx: Tx, doctorId: string, method: PaymentMethod): Promise<void> {
  const values = { ...toColumns(method), updated_at: sql<Date>`app_now()` };
  await tx
    .insertInto('payment_methods')
    .values({ doctor_id: doctorId, ...values })
    .onConflict((conflict) => conflict.column('doctor_id').doUpdateSet(values))
    .execute();
}
