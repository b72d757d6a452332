import {
  type ElementHeader,
  type Encoding,
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
  parseElementHeader,
  UNDEFINED_LENGTH,
} from './element-header.ts';

/** Offset and encoding of a data set without preamble. */
export interface DataSetStart {
  readonly offset: number;
  readonly encoding: Encoding;
}

// PS3.5 10 and annex A: implicit VR big endian does not exist.
const ENCODINGS = [explicitLittleEndian, implicitLittleEndian, explicitBigEndian];
const BLANK = 0x20;

// Any of these with a UID identifies a DICOM instance: class and instance of the meta header, transfer syntax, and
// class and instance of the data set (PS3.10 7.1, PS3.3 C.12.1: all are of type 1).
const IDENTIFYING_TAGS: readonly number[] = [0x00020002, 0x00020003, 0x00020010, 0x00080016, 0x00080018];
const LAST_IDENTIFYING_TAG = 0x00080018;
const UID = /^[0-2](\.\d+)+$/;
const MAX_UID_LENGTH = 64;

/**
 * Finds a data set (or a meta header) without preamble and `DICM`. It must consist of well-formed elements in ascending
 * order up to a SOP class, SOP instance or transfer syntax UID, which excludes text and random bytes. Skips one leading
 * space, which editors leave. Returns `undefined` if there is none.
 */
export function findHeaderless(prefix: Uint8Array): DataSetStart | undefined {
  const offset = prefix[0] === BLANK ? 1 : 0;
  const encoding = ENCODINGS.find((candidate) => isInstanceStart(prefix, offset, candidate));
  return encoding && { offset, encoding };
}

function isInstanceStart(prefix: Uint8Array, start: number, encoding: Encoding): boolean {
  for (const element of parseLeadingElements(prefix, start, encoding)) {
    if (element.tag > LAST_IDENTIFYING_TAG) return false;
    if (IDENTIFYING_TAGS.includes(element.tag)) return uidOf(prefix, element) !== undefined;
  }
  return false;
}

/** Yields the elements from `start` on, while they are complete, of groups 2 or 8, and in ascending order. */
export function* parseLeadingElements(prefix: Uint8Array, start: number, encoding: Encoding): Generator<ElementHeader> {
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
  let offset = start;
  let previousTag = -1;
  for (;;) {
    const element = parseElementHeader(view, offset, encoding);
    if (!element || element.tag <= previousTag || ![2, 8].includes(Math.floor(element.tag / 0x10000))) return;
    const end = endOfValue(prefix, element, encoding);
    if (end === undefined || end > prefix.length) return;
    yield element;
    previousTag = element.tag;
    offset = end;
  }
}

/**
 * Returns the offset after the value. For an undefined length that is after the first delimiter: only a language code
 * sequence occurs this early.
 */
function endOfValue(prefix: Uint8Array, element: ElementHeader, encoding: Encoding): number | undefined {
  if (element.length !== UNDEFINED_LENGTH) return element.valueOffset + element.length;
  const delimiter = encoding.isLittleEndian ? [0xfe, 0xff, 0xdd, 0xe0] : [0xff, 0xfe, 0xe0, 0xdd];
  for (let offset = element.valueOffset; offset + 8 <= prefix.length; offset += 2) {
    if (delimiter.every((byte, index) => prefix[offset + index] === byte)) return offset + 8;
  }
  return undefined;
}

/** Returns the element's value as a UID without padding, or `undefined` if it is not a UID. */
export function uidOf(prefix: Uint8Array, element: ElementHeader): string | undefined {
  if (element.length > MAX_UID_LENGTH) return undefined;
  const value = prefix.subarray(element.valueOffset, element.valueOffset + element.length);
  const text = String.fromCharCode(...value).replace(/[\0 ]+$/, '');
  return UID.test(text) ? text : undefined;
}
