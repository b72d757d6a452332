/** Forbidden first bytes of a preamble: a DICOM file must not be a program or a page for other software. */
const FORBIDDEN_PREFIXES: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // MZ: DOS and Windows programs
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, 32 bits
  [0xfe, 0xed, 0xfa, 0xcf], // Mach-O, 64 bits
  [0xce, 0xfa, 0xed, 0xfe], // Mach-O, the other byte order
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O for several processors, and Java classes
  [0xca, 0xfe, 0xba, 0xbf],
  [0x23, 0x21], // #!
  [0x50, 0x4b], // PK
];
const PDF_MARK = [0x25, 0x50, 0x44, 0x46];
const BLANKS: readonly number[] = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff];
const LESS_THAN = 0x3c;

/** Bytes before the prefix `DICM` (PS3.10 7.1). */
export const PREAMBLE_BYTES = 128;

/**
 * Returns whether these 128 bytes may precede `DICM`. Zeros, a TIFF header and any other use are allowed. Forbidden is
 * anything that makes the file also a program, a script, a page, a PDF or a ZIP (the polyglots of CVE-2019-11687).
 */
export function isAllowedPreamble(preamble: Uint8Array): boolean {
  if (FORBIDDEN_PREFIXES.some((beginning) => hasBytesAt(preamble, 0, beginning))) return false;
  // Browsers skip white space and a byte order mark before the first tag.
  const firstVisibleByte = preamble.find((byte) => !BLANKS.includes(byte));
  if (firstVisibleByte === LESS_THAN) return false;
  // PDF readers search for the mark in the first kilobyte.
  return !preamble.some((_, offset) => hasBytesAt(preamble, offset, PDF_MARK));
}

// TIFF 6.0, section 2, and BigTIFF, in both byte orders.
const TIFF_PREFIXES: readonly (readonly number[])[] = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x49, 0x49, 0x2b, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b],
];
const DICM = [0x44, 0x49, 0x43, 0x4d];
/** Length of the prefix `DICM`. */
export const DICM_BYTES = DICM.length;

/** Returns whether `DICM` follows the preamble (PS3.10 7.1). */
export function hasDicomPrefix(prefix: Uint8Array): boolean {
  return hasBytesAt(prefix, PREAMBLE_BYTES, DICM);
}

/**
 * Returns whether a DICOM file has a preamble that carries something without a purpose for readers: it is neither zeros
 * nor a TIFF header (PS3.10 7.1). Takes at least the first 132 bytes.
 */
export function hasForeignPreamble(prefix: Uint8Array): boolean {
  if (!hasDicomPrefix(prefix) || TIFF_PREFIXES.some((signature) => hasBytesAt(prefix, 0, signature))) return false;
  return prefix.subarray(0, PREAMBLE_BYTES).some((byte) => byte !== 0);
}

/** Returns whether `bytes` contain `mark` at `offset`. */
export function hasBytesAt(bytes: Uint8Array, offset: number, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[offset + index] === byte);
}
