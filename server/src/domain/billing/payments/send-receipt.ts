import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import { type ReceiptValues, receiptMail } from '../../messages/receipt-texts.ts';
import { listOpenDues } from '../dues/reads.ts';
import { numberOf } from '../invoices/format-number.ts';
import { type MailContext, sendToAccount } from '../invoices/send-invoice-mail.ts';
import { findCredit, openCents } from '../ledger/reads.ts';
import { orderWaitingDues } from './settle-account.ts';

interface Transfer {
  paymentId: string;
  userId: string;
  /** The due that the payer named. */
  dueId: string | undefined;
  cents: number;
  receivedOn: string;
  /** Ids of the invoices that were issued and mailed with it. */
  issued: readonly string[];
}

/**
 * Mails an account what its transfer paid, what is missing, and what is left. Sends nothing if the mail of an issued
 * invoice says all of it: that it is paid.
 */
export async function sendReceipt(context: MailContext, tx: Tx, transfer: Transfer): Promise<void> {
  const { userId, cents, receivedOn, issued } = transfer;
  const creditCents = await findCredit(tx, userId);
  const invoices = await listPaidBy(tx, transfer);
  if (issued.length > 0 && creditCents <= 0 && invoices.every(({ isNew }) => isNew)) return;
  const request = creditCents > 0 ? await findUnpaidRequest(tx, transfer, creditCents) : null;
  await sendToAccount(
    context,
    tx,
    userId,
    ({ name, language, url }) =>
      receiptMail(language, { name, cents, receivedOn, invoices, request, creditCents, url }),
    'payment-received',
  );
}

const maxInvoices = 100;

/** Lists what was paid of each invoice when a transfer came, in the order of their numbers. */
async function listPaidBy(tx: Reader, { paymentId, issued }: Transfer): Promise<ReceiptValues['invoices']> {
  return await tx
    .selectFrom('invoices as i')
    .innerJoin('ledger_postings as p', 'p.invoice_id', 'i.id')
    .innerJoin('ledger_entries as e', 'e.id', 'p.entry_id')
    .select([
      numberOf('i').as('number'),
      sql<number>`-sum(p.cents)::bigint`.as('cents'),
      openCents.as('openCents'),
      sql<boolean>`i.id = ANY(${[...issued]}::uuid[])`.as('isNew'),
    ])
    .where('e.kind', '=', 'allocated')
    .where(
      sql<boolean>`(e.source = 'payment' AND e.source_id = ${paymentId}
        OR e.source = 'invoice' AND e.source_id = ANY(${[...issued]}::uuid[]))`,
    )
    .groupBy('i.id')
    .orderBy('i.id')
    .limit(maxInvoices)
    .execute();
}

/** Finds the request that the payer named, or else the next one, if it is not paid. */
async function findUnpaidRequest(
  tx: Reader,
  { userId, dueId }: Transfer,
  creditCents: number,
): Promise<ReceiptValues['request']> {
  const requests = orderWaitingDues(await listOpenDues(tx, userId));
  const request = requests.find(({ id }) => id === dueId) ?? requests[0];
  if (request === undefined) return null;
  const { rf, grossCents } = request;
  return { rf, grossCents, missingCents: Math.max(0, grossCents - creditCents) };
}
