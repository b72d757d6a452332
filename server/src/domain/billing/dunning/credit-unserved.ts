import { serverTranslator } from '@medcloud/text/node';
import { countDays } from '../../../platform/time/days.ts';
import { formatLongDay } from '../../../platform/time/format-long-day.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findDue } from '../dues/reads.ts';
import { type CreditContext, issueCreditNote } from '../invoices/credit-invoice.ts';
import { findDocument, sumCreditNotes } from '../invoices/document-reads.ts';
import type { AccountRow } from './accounts.ts';

/** Credits the days of an unpaid invoice on which the account had no access. The rest stays owed. */
export async function creditUnserved(
  context: CreditContext,
  tx: Tx,
  cause: BillingCause,
  { due, role, since }: AccountRow,
  day: string,
): Promise<void> {
  const invoiceId = due && (await findDue(tx, { id: due.id }))?.invoiceId;
  const invoice = invoiceId ? await findDocument(tx, invoiceId) : null;
  if (invoice === null) return;
  // a center keeps its access until now
  const from = role === 'doctor' ? since : day;
  const credited = await sumCreditNotes(tx, invoice.id);
  const left = invoice.grossCents - credited.netCents - credited.vatCents;
  const cents = Math.min(unservedCents(invoice, from), left);
  if (cents <= 0) return;
  const t = serverTranslator('server/messages.mail', invoice.language);
  const reason = t('dunning.credit', { date: formatLongDay(from, invoice.language) });
  await issueCreditNote(context, tx, cause, invoice, { cents, reason });
}

/** Returns the part of an invoice, in cents, for the days from one on. */
export function unservedCents(
  { from, to, grossCents }: { from: string; to: string; grossCents: number },
  day: string,
): number {
  const days = countDays(from, to);
  return Math.round((grossCents * Math.min(Math.max(countDays(day, to), 0), days)) / days);
}
