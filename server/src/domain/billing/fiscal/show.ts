import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';
import { formatNumber } from '../invoices/format-number.ts';
import type { ListedFiscalRow } from './reads.ts';

export function showFiscal(row: ListedFiscalRow): FiscalDocument {
  return {
    invoiceId: row.invoiceId,
    userId: row.userId,
    number: formatNumber(row),
    kind: row.kind,
    buyer: row.buyer,
    date: row.issuedOn,
    grossCents: row.grossCents,
    driver: row.driver,
    state: row.state,
    mark: row.mark,
    cancelMark: row.cancelMark,
    uid: row.uid,
    tries: row.tries,
    errorCode: row.errorCode,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    isVoidable: row.isVoidable,
  };
}
