/**
 * A key of an outside service that wraps the master key and never leaves the service. The text of a wrapped key is
 * useless without it.
 */
export interface KeyWrapper {
  /** Throws `KeySourceError`. */
  wrap(key: Buffer): Promise<string>;
  /** Throws `KeySourceError`. */
  unwrap(wrapped: string): Promise<Buffer>;
}
