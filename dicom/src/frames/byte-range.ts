/** A range of a file (or of the inflated data set of a deflated one): `offset` from its start, `length` in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}
