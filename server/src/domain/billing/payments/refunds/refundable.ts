import { sql } from 'kysely';
import type { Reader } from '../../../database.ts';

/** A card's payment of an invoice, and how many cents of it can go back. */
export interface Refundable {
  id: string;
  cents: number;
}

/**
 * Finds the card's payments of invoices, by invoice, with what earlier refunds left of them; none that its bank disputes. An
 * invoice that no card paid has no entry.
 */
export async function listRefundable(tx: Reader, invoiceIds: readonly string[]): Promise<Map<string, Refundable>> {
  if (invoiceIds.length === 0) return new Map();
  const left = sql<number>`p.cents - coalesce((SELECT sum(r.cents)::integer FROM payment_attempts r
    WHERE r.payment_id = p.id AND r.purpose = 'refund' AND r.state NOT IN ('refused', 'failed', 'cancelled')), 0)`;
  const rows = await tx
    .selectFrom('dues as d')
    .innerJoin('payment_attempts as a', (join) =>
      join.onRef('a.user_id', '=', 'd.user_id').onRef('a.due_id', '=', 'd.id').on('a.state', '=', 'done'),
    )
    .innerJoin('payments as p', 'p.id', 'a.payment_id')
    .select([sql<string>`d.invoice_id`.as('invoiceId'), 'p.id', left.as('cents')])
    .where('d.invoice_id', 'in', invoiceIds)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM payment_disputes x WHERE x.payment_id = p.id AND x.state <> 'won')`)
    .orderBy('p.created_at')
    .execute();
  return new Map(rows.map(({ invoiceId, ...payment }) => [invoiceId, payment]));
}
