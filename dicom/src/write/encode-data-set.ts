import type { DataSet, DicomElement } from '../reader/data-set.ts';
import { bytesOf } from '../reader/values.ts';
import { concatBytes, encodeElementHeader } from './encode-element.ts';

/** Values to write instead of those of a data set, by tag; null removes an element. */
export type ElementChanges = ReadonlyMap<number, { readonly vr: string; readonly value: Uint8Array } | null>;

const itemTag = 0xfffee000;
// PS3.5 7.3: the bytes of a number, which are exchanged in big-endian data sets.
const wordBytes: Readonly<Record<string, number>> = {
  AT: 2,
  OW: 2,
  SS: 2,
  US: 2,
  FL: 4,
  OF: 4,
  OL: 4,
  SL: 4,
  UL: 4,
  FD: 8,
  OD: 8,
  OV: 8,
  SV: 8,
  UV: 8,
};

/**
 * Encodes a data set in Explicit VR Little Endian (PS3.5 A.2) without its pixel data. Values are copied byte by byte,
 * numbers of a big-endian data set with their bytes exchanged. Sequences and items get lengths.
 */
export function encodeDataSet(dataSet: DataSet, changes: ElementChanges = new Map()): Uint8Array<ArrayBuffer> {
  const added = [...changes.keys()].filter((tag) => !dataSet.elements.has(tag));
  const tags = [...dataSet.elements.keys(), ...added].sort((one, other) => one - other);
  return concatBytes(tags.flatMap((tag) => encodeElement(dataSet, tag, changes)));
}

function encodeElement(dataSet: DataSet, tag: number, changes: ElementChanges): Uint8Array[] {
  const element = dataSet.elements.get(tag);
  const change = changes.get(tag);
  if (change === null) return [];
  if (change !== undefined) return [encodeElementHeader(tag, change.vr, change.value.length), change.value];
  if (element === undefined) return [];
  const value = element.items ? concatBytes(element.items.flatMap(encodeItem)) : littleEndianValue(dataSet, element);
  return [encodeElementHeader(tag, element.vr, value.length), value];
}

function encodeItem(item: DataSet): Uint8Array[] {
  const bytes = encodeDataSet(item);
  const header = new Uint8Array(8);
  const view = new DataView(header.buffer);
  view.setUint16(0, itemTag >>> 16, true);
  view.setUint16(2, itemTag & 0xffff, true);
  view.setUint32(4, bytes.length, true);
  return [header, bytes];
}

function littleEndianValue(dataSet: DataSet, element: DicomElement): Uint8Array {
  const bytes = bytesOf(dataSet, element);
  const size = wordBytes[element.vr];
  if (dataSet.isLittleEndian || size === undefined) return bytes;
  const swapped = Uint8Array.from(bytes);
  for (let word = 0; word + size <= swapped.length; word += size) swapped.subarray(word, word + size).reverse();
  return swapped;
}
