import type { ReceivedPayment } from '@medcloud/contract/shapes/billing/received-payments';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/queries/count-rows.ts';
import type { Reader } from '../../database.ts';
import { numberOf } from '../invoices/format-number.ts';

interface ReceivedPlace {
  id: string;
  receivedOn: string;
}

/** Finds where a payment stands in the list, to read the page after it. */
export async function findReceivedPlace(tx: Reader, id: string): Promise<ReceivedPlace | null> {
  const row = await tx
    .selectFrom('payments')
    .select(['id', 'received_on as receivedOn'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

function selectReceived(tx: Reader, day: string | undefined) {
  const all = tx.selectFrom('payments as p');
  return day === undefined ? all : all.where('p.received_on', '=', day);
}

const isUndone = sql<boolean>`EXISTS (SELECT FROM ledger_entries e WHERE e.source = 'payment' AND e.kind = 'returned'
  AND e.source_id = p.id)`;

/**
 * Numbers of the documents that a payment `p` paid. One that was issued by it has an entry of its own, written in the
 * payment's transaction, which gives both their time.
 */
const paidNumbers = sql<string[]>`ARRAY(SELECT ${numberOf('i')} FROM invoices i JOIN (
    SELECT l.invoice_id AS id FROM ledger_entries e
    JOIN ledger_postings l ON l.entry_id = e.id AND l.account = 'receivable'
    WHERE e.source = 'payment' AND e.kind = 'allocated' AND e.source_id = p.id
    UNION SELECT n.id FROM invoices n
    JOIN ledger_entries e ON e.source = 'invoice' AND e.kind = 'allocated' AND e.source_id = n.id
    WHERE n.user_id = p.user_id AND n.created_at = p.created_at) paid ON paid.id = i.id
  ORDER BY 1 LIMIT 5)`;

/** Lists a page of payments, newest first, each with what it paid. */
export async function listReceived(
  tx: Reader,
  day: string | undefined,
  page: { limit: number; after: ReceivedPlace | null },
): Promise<Omit<ReceivedPayment, 'dayCents'>[]> {
  const { after } = page;
  let query = selectReceived(tx, day);
  if (after) query = query.where(sql<boolean>`(p.received_on, p.id) < (${after.receivedOn}::date, ${after.id}::uuid)`);
  return await query
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('medical_centers as c', 'c.user_id', 'p.user_id')
    .leftJoin('doctors as d', 'd.user_id', 'p.user_id')
    .select([
      'p.id',
      'p.received_on as receivedOn',
      'p.driver',
      'p.user_id as userId',
      sql<string>`coalesce(c.name, d.first_name || ' ' || d.last_name, u.email, '')`.as('name'),
      'p.cents',
      isUndone.as('isUndone'),
      sql<ReceivedPayment['dispute']>`(SELECT x.state FROM payment_disputes x WHERE x.payment_id = p.id
        ORDER BY x.opened_at DESC, x.id DESC LIMIT 1)`.as('dispute'),
      paidNumbers.as('paid'),
    ])
    .orderBy('p.received_on', 'desc')
    .orderBy('p.id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Adds up what came in on each of some days, without what was undone. A day with nothing else is missing. */
export async function sumReceivedDays(tx: Reader, days: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('payments as p')
    .select(['p.received_on as day', sql<number>`sum(p.cents)::bigint`.as('cents')])
    .where(sql<boolean>`p.received_on = ANY(${[...new Set(days)]}::date[])`)
    .where(sql<boolean>`NOT ${isUndone}`)
    .groupBy('p.received_on')
    .execute();
  return new Map(rows.map(({ day, cents }) => [day, cents]));
}

const maxCount = 1_001;

/** Counts payments, up to 1,001. */
export async function countReceived(tx: Reader, day: string | undefined): Promise<number> {
  return await countRows(tx, selectReceived(tx, day).select('p.id'), maxCount);
}
