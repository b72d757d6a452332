import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

/** Lists a page of open dues whose period began without an invoice, in the order of their references. */
export async function listWaitingDues(
  tx: Reader,
  after: number | null,
  limit: number,
): Promise<{ id: string; userId: string; reference: number }[]> {
  return await tx
    .selectFrom('dues as d')
    .select(['d.id', 'd.user_id as userId', 'd.reference'])
    .where('d.state', '=', 'open')
    .where('d.kind', '=', 'first')
    .where('d.invoice_id', 'is', null)
    .where('d.reference', '>', after ?? 0)
    .where(sql<boolean>`EXISTS (SELECT FROM subscription_periods p WHERE p.due_id = d.id AND p.kind = 'invoiced')`)
    .orderBy('d.reference')
    .limit(limit)
    .execute();
}

/** Sets the day by which a due is payable. */
export async function setDueOn(tx: Tx, id: string, dueOn: string): Promise<void> {
  await tx.updateTable('dues').set({ due_on: dueOn }).where('id', '=', id).execute();
}
