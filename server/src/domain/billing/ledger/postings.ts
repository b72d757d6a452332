/** The accounts of the ledger. Debits are positive cents, credits negative. */
export type LedgerAccount =
  | 'receivable'
  | 'income'
  | 'vat'
  | 'bank'
  | 'card_clearing'
  /** A customer's money without an invoice; a credit balance is what the customer has left. */
  | 'unallocated'
  /** Money of which no customer is known. */
  | 'unknown_money'
  | 'refunds_owed'
  | 'written_off';

export type EntryKind =
  | 'issued'
  | 'received'
  | 'allocated'
  | 'credited'
  | 'written_off'
  | 'voided'
  /** A payment was undone. */
  | 'returned'
  /** Invoices whose money left with an undone payment are open again. */
  | 'deallocated'
  /** Money was promised back to a card, or by transfer. */
  | 'refund_begun'
  /** It was sent. */
  | 'refunded'
  /** The provider could not send it. */
  | 'refund_failed';
export type EntrySource = 'invoice' | 'payment' | 'write_off' | 'refund' | 'dispute';

export interface Posting {
  account: LedgerAccount;
  userId: string;
  /** Of `receivable` alone. */
  invoiceId?: string;
  cents: number;
}

/** A document's sums, in cents. */
export interface DocumentSums {
  id: string;
  userId: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** An amount of one invoice, in cents. */
export interface InvoiceAmount {
  invoiceId: string;
  cents: number;
}

/** An invoice is owed: its gross is income and VAT. */
export function issuePostings({ id, userId, netCents, vatCents, grossCents }: DocumentSums): Posting[] {
  return withoutZeros([
    { account: 'receivable', userId, invoiceId: id, cents: grossCents },
    { account: 'income', userId, cents: -netCents },
    { account: 'vat', userId, cents: -vatCents },
  ]);
}

/** Where money arrives: cards at the provider, which pays it out later. */
export const receivingAccount = (driver: 'hand' | 'bank' | 'stripe') =>
  driver === 'stripe' ? 'card_clearing' : 'bank';

/** Money came in, and is the customer's until it is allocated. */
export function receiptPostings(userId: string, cents: number, account: 'bank' | 'card_clearing' = 'bank'): Posting[] {
  return [
    { account, userId, cents },
    { account: 'unallocated', userId, cents: -cents },
  ];
}

/** The customer's money pays invoices. */
export function allocationPostings(userId: string, amounts: readonly InvoiceAmount[]): Posting[] {
  return [
    { account: 'unallocated', userId, cents: sumOf(amounts) },
    ...amounts.map(({ invoiceId, cents }) => ({ account: 'receivable' as const, userId, invoiceId, cents: -cents })),
  ];
}

/** What earlier credit notes left of an invoice, in cents: what is owed of it, and what was written off. The rest was paid. */
export interface InvoiceParts {
  leftCents: number;
  openCents: number;
  writtenOffCents: number;
}

/** Returns the part of a credit that was written off: what is owed is credited first, then what was paid. */
export function writtenOffPart(cents: number, { leftCents, openCents, writtenOffCents }: InvoiceParts): number {
  const writtenOff = Math.max(Math.min(writtenOffCents, leftCents - openCents), 0);
  return Math.min(Math.max(cents - leftCents + writtenOff, 0), writtenOff);
}

/**
 * A credit note: less is owed of the invoice; what was paid of it becomes the customer's money again, and what was
 * written off is nobody's.
 */
export function creditPostings(note: DocumentSums, invoiceId: string, parts: InvoiceParts): Posting[] {
  const { userId, netCents, vatCents, grossCents } = note;
  const unpaid = Math.min(parts.openCents, grossCents);
  const writtenOff = writtenOffPart(grossCents, parts);
  return withoutZeros([
    { account: 'income', userId, cents: netCents },
    { account: 'vat', userId, cents: vatCents },
    { account: 'receivable', userId, invoiceId, cents: -unpaid },
    { account: 'written_off', userId, cents: -writtenOff },
    { account: 'unallocated', userId, cents: unpaid + writtenOff - grossCents },
  ]);
}

/** The customer's money is promised back. */
export function refundBegunPostings(userId: string, cents: number): Posting[] {
  return [
    { account: 'unallocated', userId, cents },
    { account: 'refunds_owed', userId, cents: -cents },
  ];
}

/** Promised money was sent, by the provider or by a transfer. */
export function refundedPostings(
  userId: string,
  cents: number,
  from: 'card_clearing' | 'bank' = 'card_clearing',
): Posting[] {
  return [
    { account: 'refunds_owed', userId, cents },
    { account: from, userId, cents: -cents },
  ];
}

/** An amount of an invoice will not be paid. */
export function writeOffPostings(userId: string, { invoiceId, cents }: InvoiceAmount): Posting[] {
  return [
    { account: 'written_off', userId, cents },
    { account: 'receivable', userId, invoiceId, cents: -cents },
  ];
}

/** The postings that undo others. */
export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, cents: -posting.cents }));
}

/** Divides an amount over invoices in their order, up to what is open of each. */
export function divideOver(cents: number, invoices: readonly InvoiceAmount[]): InvoiceAmount[] {
  let left = cents;
  return invoices.flatMap(({ invoiceId, cents: open }) => {
    const part = Math.min(left, open);
    left -= part;
    return part > 0 ? [{ invoiceId, cents: part }] : [];
  });
}

function sumOf(amounts: readonly { cents: number }[]): number {
  return amounts.reduce((sum, { cents }) => sum + cents, 0);
}

const withoutZeros = (postings: readonly Posting[]) => postings.filter(({ cents }) => cents !== 0);
