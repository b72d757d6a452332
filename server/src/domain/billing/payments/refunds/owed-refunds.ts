import { sql } from 'kysely';
import type { Reader } from '../../../database.ts';
import { formatNumber } from '../../invoices/format-number.ts';

/** Credit notes whose amount was kept for a transfer of the operator. A card's refund has the id of its attempt. */
function selectRefunds(tx: Reader) {
  const sum = sql<number>`(SELECT sum(p.cents) FROM ledger_postings p WHERE p.entry_id = e.id AND p.cents > 0)::integer`;
  return tx
    .selectFrom('ledger_entries as e')
    .innerJoin('invoices as i', 'i.id', 'e.source_id')
    .select(['i.id as creditNoteId', 'i.user_id as userId', 'i.series', 'i.year', 'i.number', sum.as('cents')])
    .select(
      sql<boolean>`EXISTS (SELECT FROM ledger_entries s WHERE s.kind = 'refunded' AND s.source = 'refund'
        AND s.source_id = e.source_id)`.as('isSent'),
    )
    .where('e.kind', '=', 'refund_begun')
    .where('e.source', '=', 'refund');
}

export async function findOwedRefund(
  tx: Reader,
  creditNoteId: string,
): Promise<{ userId: string; cents: number; isSent: boolean } | null> {
  return (await selectRefunds(tx).where('e.source_id', '=', creditNoteId).executeTakeFirst()) ?? null;
}

const maxListed = 50;

/** Lists what the operator has to transfer to an account, the earliest first. */
export async function listOwedRefunds(
  tx: Reader,
  userId: string,
): Promise<{ creditNoteId: string; number: string; cents: number }[]> {
  const rows = await tx
    .selectFrom(selectRefunds(tx).where('i.user_id', '=', userId).as('r'))
    .selectAll()
    .where('r.isSent', '=', false)
    .orderBy('r.creditNoteId')
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({ creditNoteId: row.creditNoteId, number: formatNumber(row), cents: row.cents }));
}
