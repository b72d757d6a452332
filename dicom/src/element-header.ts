/** The encoding of a data set's elements: two properties of a transfer syntax. */
export interface Encoding {
  readonly isExplicitVr: boolean;
  readonly isLittleEndian: boolean;
}

export const explicitLittleEndian = { isExplicitVr: true, isLittleEndian: true } as const satisfies Encoding;
export const explicitBigEndian = { isExplicitVr: true, isLittleEndian: false } as const satisfies Encoding;
export const implicitLittleEndian = { isExplicitVr: false, isLittleEndian: true } as const satisfies Encoding;

/** A length that means "until the delimiter" (PS3.5 7.1.1). */
export const UNDEFINED_LENGTH = 0xffffffff;

export interface ElementHeader {
  /** Group in the high 16 bits, element in the low ones: `0x00080016`. */
  readonly tag: number;
  /** Two letters; empty in implicit encoding. */
  readonly vr: string;
  /** Bytes of the value, or `UNDEFINED_LENGTH`. */
  readonly length: number;
  /** Offset of the value from the start of the view. */
  readonly valueOffset: number;
}

// PS3.5 table 7.1-1: these have two reserved bytes and a 32-bit length, the others a 16-bit length.
const LONG_VRS = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
const SHORT_VRS = 'AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' ');
const VR_HAS_LONG_LENGTH: ReadonlyMap<string, boolean> = new Map([
  ...LONG_VRS.map((vr) => [vr, true] as const),
  ...SHORT_VRS.map((vr) => [vr, false] as const),
]);

/**
 * Parses the header of the element at `offset` (PS3.5 7.1). Returns `undefined` if the view ends within the header, or
 * if an explicit VR is not in the standard.
 */
export function parseElementHeader(view: DataView, offset: number, encoding: Encoding): ElementHeader | undefined {
  if (offset + 8 > view.byteLength) return undefined;
  const { isLittleEndian } = encoding;
  const tag = view.getUint16(offset, isLittleEndian) * 0x10000 + view.getUint16(offset + 2, isLittleEndian);
  if (!encoding.isExplicitVr) {
    return { tag, vr: '', length: view.getUint32(offset + 4, isLittleEndian), valueOffset: offset + 8 };
  }
  const vr = String.fromCharCode(view.getUint8(offset + 4), view.getUint8(offset + 5));
  const hasLongLength = VR_HAS_LONG_LENGTH.get(vr);
  if (hasLongLength === undefined) return undefined;
  if (!hasLongLength) return { tag, vr, length: view.getUint16(offset + 6, isLittleEndian), valueOffset: offset + 8 };
  if (offset + 12 > view.byteLength) return undefined;
  return { tag, vr, length: view.getUint32(offset + 8, isLittleEndian), valueOffset: offset + 12 };
}
