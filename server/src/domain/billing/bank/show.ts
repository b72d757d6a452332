import type { BankLineEntry } from '@medcloud/contract';
import type { Reader } from '../../database.ts';
import { formatNumber } from '../invoices/format-number.ts';
import { type LineDueRow, type LineRow, listDuesOfLines } from './store.ts';

const maxShownDues = 3;

/** Shows lines with their dues, which one query reads. */
export async function showLines(tx: Reader, rows: readonly LineRow[]): Promise<BankLineEntry[]> {
  const dues =
    rows.length === 0
      ? []
      : await listDuesOfLines(
          tx,
          rows.map(({ id }) => id),
        );
  const byLine = Map.groupBy(dues, ({ lineId }) => lineId);
  return rows.map((row) => showLine(row, byLine.get(row.id) ?? []));
}

function showLine(row: LineRow, dues: readonly LineDueRow[]): BankLineEntry {
  const { id, day, cents, currency, state, isPending, isReturn, rf, isSettled, paymentId } = row;
  return {
    ...{ id, day, cents, currency, state, isPending, isReturn, rf },
    dues: dues.slice(0, maxShownDues).map(showDue),
    paymentId: isSettled ? paymentId : null,
  };
}

function showDue({ id, userId, name, rf, cents, dueOn, state, series, year, number }: LineDueRow) {
  const hasInvoice = series !== null && year !== null && number !== null;
  return {
    ...{ id, userId, name, rf, cents, dueOn, state },
    invoiceNumber: hasInvoice ? formatNumber({ series, year, number }) : null,
  };
}
