import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database.ts';
import type { Charge } from '../tax/compute-charge.ts';
import type { DuesTable } from './tables.ts';

/**
 * Inserts dues and returns their references by their ids. Throws `conflict` if an account has an open or paid one of this
 * kind and day.
 */
export async function insertDues(tx: Tx, dues: readonly Insertable<DuesTable>[]): Promise<Map<string, string>> {
  const rows = await tx.insertInto('dues').values(dues).returning(['id', 'rf']).execute();
  return new Map(rows.map(({ id, rf }) => [id, rf]));
}

/** Sets the document of a due, with the amounts that it has. */
export async function setDueInvoice(tx: Tx, id: string, invoiceId: string, charge: Charge): Promise<void> {
  await tx
    .updateTable('dues')
    .set({ invoice_id: invoiceId, ...toColumns(charge) })
    .where('id', '=', id)
    .execute();
}

/** Sets what a due asks for instead of its price. */
export async function setDuePrice(tx: Tx, id: string, cents: number): Promise<void> {
  await tx.updateTable('dues').set({ price_cents: cents }).where('id', '=', id).execute();
}

/**
 * Opens the due of an invoice again that was withdrawn, since all that was left of it was credited. It stays withdrawn if the
 * account has an open one for the same period.
 */
export async function reopenWithdrawn(tx: Tx, invoiceId: string): Promise<void> {
  await tx
    .updateTable('dues as d')
    .set({ state: 'open' })
    .where('d.invoice_id', '=', invoiceId)
    .where('d.state', '=', 'withdrawn')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dues as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'd.user_id')
            .whereRef('other.kind', '=', 'd.kind')
            .whereRef('other.from_day', '=', 'd.from_day')
            .where('other.state', '=', 'open'),
        ),
      ),
    )
    .execute();
}

/** Sets the amounts of a due without a document. Returns whether they were others. */
export async function setDueCharge(tx: Tx, id: string, charge: Charge): Promise<boolean> {
  const values = toColumns(charge);
  const { numUpdatedRows } = await tx
    .updateTable('dues')
    .set(values)
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('gross_cents', '<>', values.gross_cents),
        eb('vat_cents', '<>', values.vat_cents),
        eb('tax_case', '<>', values.tax_case),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const toColumns = ({ netCents, vatCents, grossCents, tax }: Charge) => ({
  ...{ net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents, tax_case: tax.taxCase },
});

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
