import type { Insertable } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import type { PaymentsTable } from './tables.ts';

/** Inserts a payment. Throws `conflict` if the driver's reference has one. */
export async function insertPayment(tx: Tx, payment: Insertable<PaymentsTable>): Promise<void> {
  await tx.insertInto('payments').values(payment).execute();
}

export interface PaymentRow {
  id: string;
  userId: string;
  driver: 'hand' | 'bank' | 'stripe';
  cents: number;
  isUndone: boolean;
}

/** Finds a payment of an account. */
export async function findPayment(tx: Reader, id: string): Promise<PaymentRow | null> {
  const row = await tx
    .selectFrom('payments as p')
    .leftJoin('ledger_entries as e', (join) =>
      join.onRef('e.source_id', '=', 'p.id').on('e.source', '=', 'payment').on('e.kind', '=', 'returned'),
    )
    .select(['p.id', 'p.user_id as userId', 'p.driver', 'p.cents', 'e.id as returnedBy'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (row === undefined || row.userId === null) return null;
  return { id: row.id, userId: row.userId, driver: row.driver, cents: row.cents, isUndone: row.returnedBy !== null };
}
