import { binaryNumbersOf, bytesOf, type DataSet, numbersOf } from '@medcloud/dicom';

/** A lookup table (PS3.3 C.7.6.3.1.5, C.11.1.1.1, C.11.2.1.1). */
export interface LookupTable {
  /** The value of the first entry. */
  readonly first: number;
  readonly entries: Uint16Array;
  /** Bits of an entry, 8 to 16. */
  readonly bits: number;
}

/** Red, green and blue. */
export type Palette = readonly [LookupTable, LookupTable, LookupTable];

/** Returns the entry of a value. Those before and after the table have its first and last entry. */
export function lookUp({ first, entries }: LookupTable, value: number): number {
  const index = Math.round(value) - first;
  return entries[Math.min(Math.max(index, 0), entries.length - 1)] ?? 0;
}

/** The elements of a table. */
interface TableTags {
  readonly descriptor: number;
  readonly data: number;
  /** Entries in segments (PS3.3 C.7.9.2), of palettes only. */
  readonly segments?: number;
}

const paletteTags: readonly [TableTags, TableTags, TableTags] = [
  { descriptor: 0x00281101, data: 0x00281201, segments: 0x00281221 },
  { descriptor: 0x00281102, data: 0x00281202, segments: 0x00281222 },
  { descriptor: 0x00281103, data: 0x00281203, segments: 0x00281223 },
];
const lutTags: TableTags = { descriptor: 0x00283002, data: 0x00283006 };

/**
 * Reads the three tables of a palette. `isSigned`: whether the pixels are. Returns null if one is missing or incomplete.
 * Entries of 16 bits that are all below 256 are taken for 8, as other programs do: shown as 16, all would be black.
 */
export function readPalette(dataSet: DataSet, isSigned: boolean): Palette | null {
  const [red, green, blue] = paletteTags.map((tags) => readTable(dataSet, tags, isSigned));
  if (!red || !green || !blue) return null;
  const isByte = [red, green, blue].every(({ entries }) => entries.every((entry) => entry < 256));
  const bits = (table: LookupTable) => (isByte ? { ...table, bits: 8 } : table);
  return [bits(red), bits(green), bits(blue)];
}

/** Reads the first item of a Modality or VOI LUT Sequence. Returns null for an incomplete one. */
export function readLut(dataSet: DataSet, sequence: number, isSigned: boolean): LookupTable | null {
  const item = dataSet.elements.get(sequence)?.items?.[0];
  return item === undefined ? null : readTable(item, lutTags, isSigned);
}

function readTable(dataSet: DataSet, tags: TableTags, isSigned: boolean): LookupTable | null {
  const [count = 0, first = 0, bits = 0] = numbersOf(dataSet, tags.descriptor);
  // PS3.3 C.7.6.3.1.5: 0 is 65,536; the VR of the value says nothing about the count
  const length = (count & 0xffff) === 0 ? 65_536 : count & 0xffff;
  if (bits < 1 || bits > 16 || !dataSet.elements.has(tags.descriptor)) return null;
  const entries = readEntries(dataSet, tags.data, length, bits) ?? readSegments(dataSet, tags.segments, bits);
  const start = isSigned ? (first << 16) >> 16 : first & 0xffff;
  return entries === null || entries.length < length
    ? null
    : { first: start, entries: entries.subarray(0, length), bits };
}

function readEntries(dataSet: DataSet, tag: number, length: number, bits: number): Uint16Array | null {
  const element = dataSet.elements.get(tag);
  if (element === undefined) return null;
  // entries of 8 bits, two to a word
  if (bits <= 8 && element.length < 2 * length) return Uint16Array.from(readBytes(dataSet, tag));
  return readWords(dataSet, tag);
}

/** The bytes of words, the low one first. */
function readBytes(dataSet: DataSet, tag: number): Uint8Array {
  return new Uint8Array(readWords(dataSet, tag).buffer);
}

function readWords(dataSet: DataSet, tag: number): Uint16Array {
  const element = dataSet.elements.get(tag);
  if (element === undefined) return new Uint16Array();
  if (element.vr !== 'OW' && element.vr !== 'OB' && element.vr !== 'UN')
    return Uint16Array.from(binaryNumbersOf(dataSet, element), (value) => Number(value) & 0xffff);
  const bytes = bytesOf(dataSet, element);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, index) =>
    view.getUint16(2 * index, dataSet.isLittleEndian),
  );
}

/** The kinds of segments (PS3.3 C.7.9.2.1). */
const segmentKinds = { discrete: 0, linear: 1, indirect: 2 } as const;

/** Returns the entries of segments, or null if there are none or one is impossible. */
function readSegments(dataSet: DataSet, tag: number | undefined, bits: number): Uint16Array | null {
  if (tag === undefined || !dataSet.elements.has(tag)) return null;
  const codes = bits <= 8 ? Uint16Array.from(readBytes(dataSet, tag)) : readWords(dataSet, tag);
  const entries: number[] = [];
  return appendSegments(codes, 0, Number.POSITIVE_INFINITY, entries, bits) ? Uint16Array.from(entries) : null;
}

/** Appends the entries of up to `count` segments from `at` on. Returns false for an impossible segment. */
function appendSegments(codes: Uint16Array, from: number, count: number, entries: number[], bits: number): boolean {
  let at = from;
  for (let segment = 0; segment < count && at + 2 < codes.length; segment++) {
    const [kind, length = 0, value = 0] = codes.subarray(at, at + 3);
    if (entries.length + length > 65_536) return false;
    if (kind === segmentKinds.discrete) {
      entries.push(...codes.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    } else if (kind === segmentKinds.linear) {
      appendLine(entries, length, value);
      at += 3;
    } else if (kind === segmentKinds.indirect && count === Number.POSITIVE_INFINITY) {
      // the offset in bytes, low word first; of 8-bit entries in four bytes
      const wide = bits <= 8 ? 4 : 2;
      const offset = codes.subarray(at + 2, at + 2 + wide).reduceRight((sum, part) => sum * 2 ** (32 / wide) + part, 0);
      if (!appendSegments(codes, bits <= 8 ? offset : offset / 2, length, entries, bits)) return false;
      at += 2 + wide;
    } else return false;
  }
  return true;
}

/** Appends `length` entries from the last one, which is not repeated, to `end`. */
function appendLine(entries: number[], length: number, end: number): void {
  const start = entries.at(-1) ?? 0;
  for (let step = 1; step <= length; step++) entries.push(Math.round(start + ((end - start) * step) / length));
}
