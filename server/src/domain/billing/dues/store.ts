import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database.ts';
import type { Charge } from '../tax/compute-charge.ts';
import type { DuesTable } from './tables.ts';

/** Inserts a due and returns its reference. Throws `conflict` if the account has an open or paid one of this kind and day. */
export async function insertDue(tx: Tx, due: Insertable<DuesTable>): Promise<string> {
  const { rf } = await tx.insertInto('dues').values(due).returning('rf').executeTakeFirstOrThrow();
  return rf;
}

/** Sets the document of a due, with the amounts that it has. */
export async function setDueInvoice(tx: Tx, id: string, invoiceId: string, charge: Charge): Promise<void> {
  const { netCents, vatCents, grossCents, tax } = charge;
  await tx
    .updateTable('dues')
    .set({
      invoice_id: invoiceId,
      net_cents: netCents,
      vat_cents: vatCents,
      gross_cents: grossCents,
      tax_case: tax.taxCase,
    })
    .where('id', '=', id)
    .execute();
}

/** Takes back the requests for an account's next period. A request for an upgrade ends by itself (`end-upgrade.ts`). */
export async function withdrawRequests(
  tx: Tx,
  userId: string,
  to: 'withdrawn' | 'expired' = 'withdrawn',
): Promise<void> {
  await tx
    .updateTable('dues')
    .set({ state: to })
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('invoice_id', 'is', null)
    .where('kind', '<>', 'upgrade')
    .execute();
}

/**
 * Opens a request again that expired, or of an account that ended one that was withdrawn, if the money pays it and the account
 * has no later one.
 */
export async function reopenRequest(tx: Tx, id: string, credit: number): Promise<void> {
  await tx
    .updateTable('dues as d')
    .set({ state: 'open' })
    .where('d.id', '=', id)
    .where('d.kind', '<>', 'upgrade')
    .where(
      sql<boolean>`(d.state = 'expired' OR (d.state = 'withdrawn' AND d.invoice_id IS NULL
        AND EXISTS (SELECT FROM subscriptions s WHERE s.user_id = d.user_id AND s.state = 'ended')))`,
    )
    .where('d.gross_cents', '<=', credit)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dues as later')
            .select('later.id')
            .whereRef('later.user_id', '=', 'd.user_id')
            .where('later.state', 'in', ['open', 'paid'])
            .where('later.kind', '<>', 'upgrade')
            .whereRef('later.from_day', '>=', 'd.from_day'),
        ),
      ),
    )
    .execute();
}

/** Moves the dues of documents from one state to another. Returns their ids. */
export async function moveDues(
  tx: Tx,
  invoiceIds: readonly string[],
  move: { from: 'open' | 'paid'; to: 'open' | 'paid' | 'withdrawn' },
): Promise<string[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await tx
    .updateTable('dues')
    .set({ state: move.to })
    .where('invoice_id', 'in', invoiceIds)
    .where('state', '=', move.from)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
