import { concatBytes, encodeAscii, encodeElementHeader } from './encode-element.ts';

/** Elements of an object to write, in any order. */
export type ObjectDataSet = readonly ObjectElement[];

/**
 * Tag, VR and value. A text may have any character of Unicode; several values are a list. An empty list is an empty
 * value. A sequence (SQ) is a list of data sets.
 */
export type ObjectElement =
  | readonly [tag: number, vr: TextVr, value: string | readonly string[]]
  | readonly [tag: number, vr: NumberVr, value: number | readonly number[]]
  | readonly [tag: number, vr: 'SQ', value: readonly ObjectDataSet[]];

type TextVr =
  | 'CS'
  | 'DA'
  | 'DS'
  | 'IS'
  | 'LO'
  | 'PN'
  | 'SH'
  | 'ST'
  | 'TM'
  | 'UC'
  | 'UI'
  | 'UT'
  | 'AE'
  | 'AS'
  | 'DT'
  | 'LT';
const numberBytes = { US: 2, SS: 2, UL: 4, SL: 4, FL: 4, FD: 8 } as const;
type NumberVr = keyof typeof numberBytes;

const explicitLittleEndian = '1.2.840.10008.1.2.1';
// Our own UID, also of wrapped documents: 2.25 and a UUID in decimal (PS3.5 B.2).
const implementationClassUid = `2.25.${BigInt('0x5f0c8a5e3f524f0b9d576a1b3c0e7d21')}`;
const implementationVersionName = 'MEDCLOUD';

/**
 * Encodes a file (PS3.10) in Explicit VR Little Endian with texts in UTF-8 (ISO_IR 192), which it names. The data set
 * contains (0008,0016) and (0008,0018). Throws a TypeError if one of both is missing.
 */
export function encodeFile(dataSet: ObjectDataSet): Uint8Array<ArrayBuffer> {
  const meta = encodeElements([
    [0x00020002, 'UI', uidAt(dataSet, 0x00080016)],
    [0x00020003, 'UI', uidAt(dataSet, 0x00080018)],
    [0x00020010, 'UI', explicitLittleEndian],
    [0x00020012, 'UI', implementationClassUid],
    [0x00020013, 'SH', implementationVersionName],
  ]);
  const version = concatBytes([encodeElementHeader(0x00020001, 'OB', 2), new Uint8Array([0, 1])]);
  const length = encodeElements([[0x00020000, 'UL', version.length + meta.length]]);
  const preamble = new Uint8Array(132);
  preamble.set(encodeAscii('DICM', 'CS'), 128);
  return concatBytes([preamble, length, version, meta, encodeElements([[0x00080005, 'CS', 'ISO_IR 192'], ...dataSet])]);
}

function uidAt(dataSet: ObjectDataSet, tag: number): string {
  const [, , value] = dataSet.find((element) => element[0] === tag) ?? [];
  if (typeof value !== 'string') throw new TypeError(`The object has no UID at ${tag.toString(16)}.`);
  return value;
}

/** Encodes elements in the order of their tags. */
function encodeElements(elements: ObjectDataSet): Uint8Array<ArrayBuffer> {
  return concatBytes(elements.toSorted(([one], [other]) => one - other).map(encodeElement));
}

function encodeElement([tag, vr, value]: ObjectElement): Uint8Array<ArrayBuffer> {
  const bytes = encodeValue(vr, value);
  return concatBytes([encodeElementHeader(tag, vr, bytes.length), bytes]);
}

function encodeValue(vr: ObjectElement[1], value: ObjectElement[2]): Uint8Array<ArrayBuffer> {
  const values = typeof value === 'object' ? value : [value];
  if (vr === 'SQ') return concatBytes(values.filter(isDataSet).map(encodeItem));
  if (isNumberVr(vr)) return encodeNumbers(vr, values.filter(isNumber));
  return encodeText(vr, values.filter(isText));
}

const isDataSet = (value: unknown): value is ObjectDataSet => Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumberVr = (vr: string): vr is NumberVr => Object.hasOwn(numberBytes, vr);

/** An item with its length (PS3.5 7.5). */
function encodeItem(dataSet: ObjectDataSet): Uint8Array<ArrayBuffer> {
  const content = encodeElements(dataSet);
  const header = new Uint8Array(8);
  const view = new DataView(header.buffer);
  view.setUint16(0, 0xfffe, true);
  view.setUint16(2, 0xe000, true);
  view.setUint32(4, content.length, true);
  return concatBytes([header, content]);
}

function encodeNumbers(vr: NumberVr, numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const size = numberBytes[vr];
  const bytes = new Uint8Array(numbers.length * size);
  const view = new DataView(bytes.buffer);
  const setters = {
    US: view.setUint16,
    SS: view.setInt16,
    UL: view.setUint32,
    SL: view.setInt32,
    FL: view.setFloat32,
    FD: view.setFloat64,
  };
  for (const [index, number] of numbers.entries()) setters[vr].call(view, index * size, number, true);
  return bytes;
}

// A backslash separates the values of these (PS3.5 6.2), so a text cannot contain one.
const singleValued: readonly string[] = ['ST', 'UT', 'LT'];

function encodeText(vr: TextVr, texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = singleValued.includes(vr) ? texts.join('') : texts.map((one) => one.replaceAll('\\', '/')).join('\\');
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(bytes.length + (bytes.length % 2)).fill(vr === 'UI' ? 0 : 0x20);
  padded.set(bytes);
  return padded;
}

/** Returns a number as DS: at most 16 characters (PS3.5 6.2). */
export function formatDecimal(value: number): string {
  const text = String(value);
  if (text.length <= 16) return text;
  for (let digits = 15; digits > 0; digits--) {
    const shorter = String(Number(value.toPrecision(digits)));
    if (shorter.length <= 16) return shorter;
  }
  return value.toExponential(8);
}
