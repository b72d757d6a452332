import type { Reader } from '../../../database.ts';
import { listRefundable } from './refundable.ts';

/** Shows documents to an administrator, each with what is credited of it and what can go back to the card that paid it. */
export async function showRefundable<Row extends { id: string; creditedCents: number }, Shown>(
  tx: Reader,
  rows: readonly Row[],
  show: (row: Row) => Shown,
): Promise<(Shown & { cardCents: number; creditedCents: number })[]> {
  const payments = await listRefundable(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...show(row),
    cardCents: payments.get(row.id)?.cents ?? 0,
    creditedCents: row.creditedCents,
  }));
}
