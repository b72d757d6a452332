/** Bytes stored elsewhere (a file, an encrypted object, a Blob), read by range. */
export interface RandomAccess {
  /** Total length in bytes. */
  readonly sizeBytes: number;
  /** Reads `start` (inclusive) to `end` (exclusive); fewer bytes only if the total ends before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}
