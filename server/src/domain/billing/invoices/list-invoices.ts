import {
  type AdminInvoicesQuery,
  type Invoice,
  type InvoicesQuery,
  issueCode,
  type ListedInvoice,
  limits,
} from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope, CenterScope, DoctorScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { showRefundable } from '../payments/refunds/show-refundable.ts';
import { countAllInvoices, countInvoices, findInvoicePlace, listAllInvoices, listInvoicePage } from './reads.ts';
import { showInvoice } from './show.ts';

export interface InvoicePage {
  invoices: Invoice[];
  total: number;
  cursor: string | null;
}

/** Lists an account's own invoices and credit notes, newest first. */
export async function listOwnInvoices(
  context: TimeContext,
  scope: DoctorScope | CenterScope,
  { principal: { payerId: userId } }: RequestContext<DoctorPrincipal> | RequestContext<CenterPrincipal>,
  { cursor, limit = limits.listDefault }: InvoicesQuery,
): Promise<InvoicePage> {
  const day = today(context);
  return await context.db.read(scope, async (tx) => {
    const after = await findCursor(tx, cursor);
    const rows = await listInvoicePage(tx, { userId, limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      invoices: shown.map((row) => showInvoice(row, day)),
      total: await countInvoices(tx, userId),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

export interface AllInvoicesPage extends Omit<InvoicePage, 'invoices'> {
  invoices: ListedInvoice[];
}

/** Lists invoices and credit notes of all accounts, newest first. */
export async function listInvoicesOfAll(
  context: TimeContext,
  scope: AdminScope,
  { search = '', state, from, to, cursor, limit = limits.listDefault }: AdminInvoicesQuery,
): Promise<AllInvoicesPage> {
  const day = today(context);
  const filter = { search, state, from, to, today: day };
  return await context.db.read(scope, async (tx) => {
    const rows = await listAllInvoices(tx, filter, { limit: limit + 1, after: await findCursor(tx, cursor) });
    const shown = rows.slice(0, limit);
    return {
      invoices: await showRefundable(tx, shown, (row) => ({
        ...showInvoice(row, day),
        ...{ userId: row.userId, buyer: row.buyer },
      })),
      total: await countAllInvoices(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function findCursor(tx: Reader, cursor: string | undefined) {
  const place = cursor === undefined || !isUuid(cursor) ? null : await findInvoicePlace(tx, cursor);
  if (cursor !== undefined && place === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return place;
}
