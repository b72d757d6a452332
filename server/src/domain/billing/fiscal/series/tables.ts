import type { Instant, Optional } from '../../../../platform/db/columns.ts';

/** When the tax authority was last asked for documents that the portal has not. One row. */
export interface FiscalChecksTable {
  only_row: Optional<boolean>;
  /** A backup was restored: nothing is issued before the authority was asked. */
  is_needed: boolean;
  checked_at: Optional<Date>;
}

/** Documents of the portal's series that only the authority has. Nothing of their series is issued until they are taken over. */
export interface FiscalFoundDocumentsTable {
  id: string;
  mark: string;
  uid: Optional<string>;
  series: string;
  year: number;
  number: number;
  document_type: string;
  issued_on: string;
  gross_cents: number;
  found_at: Instant;
  taken_over_at: Optional<Date>;
  taken_over_by: Optional<string>;
}
