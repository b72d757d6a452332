import type { Instant, Optional } from '../../../platform/db/columns.ts';
import type { EntryKind, EntrySource, LedgerAccount } from './postings.ts';

/** Bookings. Each has a cause, which is booked once with each kind. */
export interface LedgerEntriesTable {
  id: string;
  kind: EntryKind;
  day: string;
  user_id: Optional<string>;
  source: EntrySource;
  source_id: string;
  actor: Optional<string>;
  reason_sealed: Buffer | null;
  created_at: Instant;
}

/** The postings of an entry sum to 0. Positive cents are debits. */
export interface LedgerPostingsTable {
  entry_id: string;
  position: number;
  account: LedgerAccount;
  user_id: Optional<string>;
  invoice_id: Optional<string>;
  cents: number;
}
