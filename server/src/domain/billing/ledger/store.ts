import type { Tx } from '../../database.ts';
import type { EntryKind, EntrySource, Posting } from './postings.ts';

export interface NewEntry {
  id: string;
  kind: EntryKind;
  day: string;
  userId: string;
  /** What caused the entry. Each cause has one entry of a kind. */
  source: EntrySource;
  sourceId: string;
  /** The administrator who acted; null for the portal's own work. */
  actor: string | null;
  /** Why an administrator made it. */
  reasonEncrypted?: Buffer | null;
  /** They sum to 0, or the transaction is refused at its end. */
  postings: readonly Posting[];
}

/** Inserts an entry with its postings. Throws `conflict` if its cause has one of this kind. */
export async function insertEntry(tx: Tx, { postings, ...entry }: NewEntry): Promise<void> {
  await tx
    .insertInto('ledger_entries')
    .values({
      id: entry.id,
      kind: entry.kind,
      day: entry.day,
      user_id: entry.userId,
      source: entry.source,
      source_id: entry.sourceId,
      actor: entry.actor,
      reason_sealed: entry.reasonEncrypted ?? null,
    })
    .execute();
  await tx
    .insertInto('ledger_postings')
    .values(
      postings.map(({ account, userId, invoiceId, cents }, index) => ({
        entry_id: entry.id,
        position: index + 1,
        account,
        user_id: userId,
        invoice_id: invoiceId ?? null,
        cents,
      })),
    )
    .execute();
}
