import type { BankLineState } from '@medcloud/contract';
import type { ColumnType } from 'kysely';
import type { Instant, Optional } from '../../../platform/db/columns.ts';
import type { StatementFormat } from './read/bank-line.ts';
import type { CsvColumns } from './read/csv-columns.ts';

/** Files of movements that were imported. A file without movements has no days. */
export interface BankStatementsTable {
  id: string;
  iban: string;
  sha256: Buffer;
  format: StatementFormat;
  from_day: string | null;
  to_day: string | null;
  /** Movements in the file, also those of earlier ones. */
  lines: number;
  imported_by: string;
  imported_at: Instant;
}

export interface BankLinesTable {
  id: string;
  statement_id: string;
  /** The same for the same movement in another file. */
  line_key: Buffer;
  day: string;
  cents: number;
  currency: string;
  is_pending: boolean;
  is_return: boolean;
  /** Encrypted with the key `billing`. */
  payer_sealed: Buffer;
  text_sealed: Buffer;
  rf: string | null;
  state: BankLineState;
  /** The due that a matched line pays; of others the likeliest. */
  due_ids: string[];
  payment_id: Optional<string>;
  /** When the payment of a matched line was recorded, or that of a returned one undone. */
  settled_at: Optional<Date>;
}

/** What the columns of a bank's CSV files are, by their headings. */
export interface BankCsvColumnsTable {
  /** SHA-256 of the headings (`hashHeadings`). */
  key: Buffer;
  headings: string[];
  columns: ColumnType<CsvColumns, string, string>;
  saved_by: string;
  saved_at: Date;
}
