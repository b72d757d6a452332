import {
  type ElementHeader,
  type Encoding,
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
  parseElementHeader,
  UNDEFINED_LENGTH,
} from './element-header.ts';

/** Where a data set without preamble begins, and how it is written. */
export interface DataSetStart {
  readonly offset: number;
  readonly encoding: Encoding;
}

// PS3.5 10 and annex A: there is no implicit VR big endian.
const ENCODINGS = [explicitLittleEndian, implicitLittleEndian, explicitBigEndian];
const BLANK = 0x20;

// Any one of these, holding a UID, tells a DICOM instance: class and instance of the meta header, transfer syntax, and
// class and instance of the data set (PS3.10 7.1, PS3.3 C.12.1: all are of type 1).
const TELLING_TAGS: readonly number[] = [0x00020002, 0x00020003, 0x00020010, 0x00080016, 0x00080018];
const LAST_TELLING_TAG = 0x00080018;
const UID = /^[0-2](\.\d+)+$/;
const LONGEST_UID = 64;

/**
 * Finds a data set (or a meta header) that begins without the preamble and `DICM`. It must be well-formed elements in
 * rising order up to a SOP class, SOP instance or transfer syntax UID, so that text and chance do not pass. One blank
 * before it, which editors leave, is passed over. Gives `undefined` where there is none.
 */
export function findHeaderless(prefix: Uint8Array): DataSetStart | undefined {
  const offset = prefix[0] === BLANK ? 1 : 0;
  const encoding = ENCODINGS.find((candidate) => isInstanceStart(prefix, offset, candidate));
  return encoding && { offset, encoding };
}

function isInstanceStart(prefix: Uint8Array, start: number, encoding: Encoding): boolean {
  for (const element of parseLeadingElements(prefix, start, encoding)) {
    if (element.tag > LAST_TELLING_TAG) return false;
    if (TELLING_TAGS.includes(element.tag)) return uidOf(prefix, element) !== undefined;
  }
  return false;
}

/** The elements from `start` on, as long as they are whole, of groups 2 or 8, and in rising order. */
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

/** Past the value; of an undefined length, past the first delimiter: only a language code sequence stands this early. */
function endOfValue(prefix: Uint8Array, element: ElementHeader, encoding: Encoding): number | undefined {
  if (element.length !== UNDEFINED_LENGTH) return element.valueOffset + element.length;
  const delimiter = encoding.littleEndian ? [0xfe, 0xff, 0xdd, 0xe0] : [0xff, 0xfe, 0xe0, 0xdd];
  for (let offset = element.valueOffset; offset + 8 <= prefix.length; offset += 2) {
    if (delimiter.every((byte, index) => prefix[offset + index] === byte)) return offset + 8;
  }
  return undefined;
}

/** The element's value as a UID without its padding, or `undefined` where it is none. */
export function uidOf(prefix: Uint8Array, element: ElementHeader): string | undefined {
  if (element.length > LONGEST_UID) return undefined;
  const value = prefix.subarray(element.valueOffset, element.valueOffset + element.length);
  const text = String.fromCharCode(...value).replace(/[\0 ]+$/, '');
  return UID.test(text) ? text : undefined;
}
