import { decodeAscii } from '../text/ascii.ts';
import { decodeText, type TextKind } from '../text/decode-text.ts';
import type { DataSet, DicomElement } from './data-set.ts';

// PS3.5 6.1.2.3: only these use the Specific Character Set; the others are ASCII.
const textKinds: Readonly<Record<string, TextKind>> = {
  PN: 'name',
  LO: 'list',
  SH: 'list',
  UC: 'list',
  LT: 'prose',
  ST: 'prose',
  UT: 'prose',
};
const asciiVrs: readonly string[] = ['AE', 'AS', 'CS', 'DA', 'DS', 'DT', 'IS', 'TM', 'UI'];
// PS3.5 6.2: a single value in which a backslash is literal and leading spaces are significant.
const proseVrs: readonly string[] = ['LT', 'ST', 'UT', 'UR'];

/** Returns the bytes of a value as stored in the file. */
export function bytesOf(dataSet: DataSet, element: DicomElement): Uint8Array {
  return dataSet.bytes.subarray(element.valueOffset, element.valueOffset + element.length);
}

/** Returns whether the VR is text. */
export function isText(vr: string): boolean {
  return vr in textKinds || asciiVrs.includes(vr) || vr === 'UR';
}

/** Returns the values of a text element without padding; empty for an empty element. */
export function textsOf(dataSet: DataSet, element: DicomElement): string[] {
  const kind = textKinds[element.vr];
  const text =
    kind === undefined
      ? decodeAscii(dataSet.bytes, element.valueOffset, element.length)
      : decodeText(bytesOf(dataSet, element), dataSet.characterSet, kind);
  if (proseVrs.includes(element.vr)) {
    const value = text.replace(/[\0 ]+$/, '');
    return value === '' ? [] : [value];
  }
  const values = text.replace(/[\0 ]+$/, '').split('\\');
  // PS3.5 6.2: spaces around a value are insignificant, and so are empty groups at the end of a name
  const padding = element.vr === 'PN' ? /[\0 =]+$/ : /[\0 ]+$/;
  return values.length === 1 && values[0] === ''
    ? []
    : values.map((value) => value.replace(padding, '').replace(/^ +/, ''));
}

interface NumberReader {
  readonly size: number;
  read(view: DataView, offset: number, isLittleEndian: boolean): number | bigint;
}

const numberReaders: Readonly<Record<string, NumberReader>> = {
  US: { size: 2, read: (view, offset, isLittleEndian) => view.getUint16(offset, isLittleEndian) },
  SS: { size: 2, read: (view, offset, isLittleEndian) => view.getInt16(offset, isLittleEndian) },
  UL: { size: 4, read: (view, offset, isLittleEndian) => view.getUint32(offset, isLittleEndian) },
  SL: { size: 4, read: (view, offset, isLittleEndian) => view.getInt32(offset, isLittleEndian) },
  FL: { size: 4, read: (view, offset, isLittleEndian) => view.getFloat32(offset, isLittleEndian) },
  FD: { size: 8, read: (view, offset, isLittleEndian) => view.getFloat64(offset, isLittleEndian) },
  UV: { size: 8, read: (view, offset, isLittleEndian) => view.getBigUint64(offset, isLittleEndian) },
  SV: { size: 8, read: (view, offset, isLittleEndian) => view.getBigInt64(offset, isLittleEndian) },
};

/** Returns whether the VR is binary numbers. */
export function isBinaryNumber(vr: string): boolean {
  return vr in numberReaders;
}

/** Returns the numbers of a binary element (US, SS, UL, SL, FL, FD, UV, SV); empty for any other VR. */
export function binaryNumbersOf(dataSet: DataSet, element: DicomElement): (number | bigint)[] {
  const reader = numberReaders[element.vr];
  if (reader === undefined) return [];
  const view = new DataView(dataSet.bytes.buffer, dataSet.bytes.byteOffset + element.valueOffset, element.length);
  const values: (number | bigint)[] = [];
  for (let offset = 0; offset + reader.size <= element.length; offset += reader.size)
    values.push(reader.read(view, offset, dataSet.isLittleEndian));
  return values;
}

/** Returns the tags in an AT element. */
export function tagsOf(dataSet: DataSet, element: DicomElement): number[] {
  const view = new DataView(dataSet.bytes.buffer, dataSet.bytes.byteOffset + element.valueOffset, element.length);
  const tags: number[] = [];
  for (let offset = 0; offset + 4 <= element.length; offset += 4)
    tags.push(
      view.getUint16(offset, dataSet.isLittleEndian) * 0x10000 + view.getUint16(offset + 2, dataSet.isLittleEndian),
    );
  return tags;
}

/** Returns the first value of a text element; empty if there is none. */
export function firstText(dataSet: DataSet, tag: number): string {
  const element = dataSet.elements.get(tag);
  return (element && textsOf(dataSet, element)[0]) ?? '';
}

/** Returns the numbers of an element, binary or text (DS, IS); values that are not numbers are dropped. */
export function numbersOf(dataSet: DataSet, tag: number): number[] {
  const element = dataSet.elements.get(tag);
  if (element === undefined) return [];
  const values = isBinaryNumber(element.vr) ? binaryNumbersOf(dataSet, element) : textsOf(dataSet, element);
  return values
    .filter((value) => value !== '')
    .map(Number)
    .filter(Number.isFinite);
}
