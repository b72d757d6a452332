/** Bytes that lie somewhere else (a file, a sealed object, a Blob), read by range. */
export interface RandomAccess {
  /** The length of the whole, in bytes. */
  readonly sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`; fewer only where the whole ends before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}
