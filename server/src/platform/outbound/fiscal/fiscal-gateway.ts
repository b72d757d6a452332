/** A document to report. `uid`: 40 hexadecimal capitals. */
export interface ReportedDocument {
  uid: string;
  series: string;
  number: number;
  /** Type of the authority's code table 8.1, such as `2.1`. */
  type: string;
  /** Local day, `YYYY-MM-DD`. */
  issuedOn: string;
}

/** A document that the authority has, as it names it. */
export interface KnownDocument {
  mark: string;
  uid: string | null;
  series: string;
  number: string;
  type: string;
  issuedOn: string;
  grossCents: number;
}

/** What the authority keeps of an accepted document. Null: the driver only writes files. */
export interface FiscalMark {
  mark: string | null;
  authCode: string | null;
  /** Address of the document at the authority, for a QR code. */
  qrUrl: string | null;
}

/** `refused`: by content; the same document is refused again. `code`: the authority's, without its text. */
export type FiscalAnswer<Accepted> = { state: 'accepted'; value: Accepted } | { state: 'refused'; code: string };

/**
 * Reports documents to a tax authority. Throws `GatewayError`: `not-sent` may be repeated; after `unknown` the
 * authority may have the document, so `find` is asked first.
 */
export interface FiscalGateway {
  readonly driver: 'file' | 'mydata';
  send(document: ReportedDocument, xml: string, signal: AbortSignal): Promise<FiscalAnswer<FiscalMark>>;
  /** Finds a document that the authority has; null if it has none with this series, number, type and day. */
  find(document: ReportedDocument, signal: AbortSignal): Promise<FiscalMark | null>;
  /** Yields the documents that the authority has of days, both included, a page at a time. */
  list(days: { from: string; to: string }, signal: AbortSignal): AsyncIterable<KnownDocument[]>;
  /** Cancels a document by its mark. Returns the mark of the cancellation. */
  cancel(mark: string, signal: AbortSignal): Promise<FiscalAnswer<string>>;
  /** Finds the mark of the cancellation of a document of a day; null if it is not cancelled. */
  findCancellation(mark: string, issuedOn: string, signal: AbortSignal): Promise<string | null>;
  /** Contacts the authority without a document, for the health page. Throws as sending does. */
  probe(signal: AbortSignal): Promise<{ where: string }>;
}
