import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

const maxRecords = 50;

/** Lists an account's latest dues with what is left to pay. */
export async function listDues(tx: Reader, userId: string) {
  return await tx
    .selectFrom('dues as d')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .select([
      'd.id',
      // paid late, it bought other days than it asked for
      sql<string>`coalesce(i.from_day, d.from_day)`.as('from'),
      sql<string>`coalesce(i.to_day, d.to_day)`.as('to'),
      'd.gross_cents as grossCents',
      sql<number>`CASE WHEN d.state <> 'open' THEN 0 WHEN d.invoice_id IS NULL THEN d.gross_cents ELSE
        (SELECT coalesce(sum(p.cents), 0) FROM ledger_postings p WHERE p.invoice_id = d.invoice_id) END::bigint`.as(
        'openCents',
      ),
      'd.due_on as dueOn',
      'd.rf',
      sql<boolean>`d.kind = 'upgrade'`.as('isUpgrade'),
      'd.state',
    ])
    .where('d.user_id', '=', userId)
    .orderBy('d.due_on', 'desc')
    .orderBy('d.id', 'desc')
    .limit(maxRecords)
    .execute();
}

/** Lists an account's latest payments. */
export async function listPayments(tx: Reader, userId: string) {
  return await tx
    .selectFrom('payments as p')
    .select([
      'p.id',
      'p.driver',
      'p.received_on as receivedOn',
      'p.cents',
      sql<boolean>`EXISTS (SELECT FROM ledger_entries e WHERE e.source = 'payment' AND e.source_id = p.id AND e.kind = 'returned')`.as(
        'isUndone',
      ),
      sql<'open' | 'won' | 'lost' | null>`(SELECT x.state FROM payment_disputes x WHERE x.payment_id = p.id
        ORDER BY x.opened_at DESC, x.id DESC LIMIT 1)`.as('dispute'),
    ])
    .where('p.user_id', '=', userId)
    .orderBy('p.received_on', 'desc')
    .orderBy('p.id', 'desc')
    .limit(maxRecords)
    .execute();
}

/** Lists an account's latest periods. */
export async function listPeriods(tx: Reader, userId: string) {
  return await tx
    .selectFrom('subscription_periods')
    .select(['from_day as from', 'to_day as to', 'kind'])
    .where('user_id', '=', userId)
    .where('cut_on', 'is', null)
    .orderBy('from_day', 'desc')
    .limit(maxRecords)
    .execute();
}
