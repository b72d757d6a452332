/** One movement of the operator's bank account, as a bank's file states it. */
export interface BankLine {
  /** Booking day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Above 0: credited; below 0: debited. */
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** False while the bank only announces the movement. */
  readonly isBooked: boolean;
  /** The bank reverses an earlier movement or sends a transfer back. */
  readonly isReturn: boolean;
  /** The bank's own reference of the movement; null where it gives none. */
  readonly bankReference: string | null;
  /** Creditor reference in the field made for it (ISO 20022 `CdtrRefInf`, or a CSV's column of references), as written. */
  readonly creditorReference: string | null;
  /** Name of the other side; empty if unknown. */
  readonly payer: string;
  /** All free text of the movement. */
  readonly text: string;
}

export type StatementFormat = 'camt053' | 'csv';

/** Reads decoded text of a statement part by part. All methods throw a Fault with status 422. */
export interface StatementParser {
  write(text: string): void;
  /** Returns the lines in the file's order. Throws if the file is incomplete. */
  end(): BankLine[];
}

/** More movements than an operator has in a year. Bounds the memory of an import. */
export const maxStatementLines = 50_000;
export const maxPayerLength = 200;
export const maxTextLength = 1_000;
