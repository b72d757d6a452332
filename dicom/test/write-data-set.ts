import type { Encoding } from '../src/element-header.ts';

/** A data set to be written: elements in rising order of their tags. */
export interface WrittenElement {
  readonly tag: number;
  readonly vr: string;
  readonly value: Uint8Array;
  readonly items?: readonly (readonly WrittenElement[])[];
  /** Sequence and items end with delimiters in place of lengths. */
  readonly isOpen?: boolean;
}

const longVrs = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
const undefinedLength = 0xffffffff;

/** The bytes of a data set in this encoding (PS3.5 7). */
export function writeDataSet(elements: readonly WrittenElement[], encoding: Encoding): Uint8Array {
  return joinBytes(elements.map((element) => writeElement(element, encoding)));
}

/** A file: preamble, `DICM`, meta information with the transfer syntax, data set. */
export function writeFile(dataSet: Uint8Array, transferSyntax: string): Uint8Array {
  const padded = transferSyntax.length % 2 === 0 ? transferSyntax : `${transferSyntax}\0`;
  const encoding = { explicitVr: true, littleEndian: true };
  const meta = writeElement({ tag: 0x00020010, vr: 'UI', value: Buffer.from(padded) }, encoding);
  return joinBytes([new Uint8Array(128), Buffer.from('DICM'), meta, dataSet]);
}

function writeElement(element: WrittenElement, encoding: Encoding): Uint8Array {
  const { tag, vr, items, isOpen = false } = element;
  const value = items ? writeItems(items, encoding, isOpen) : element.value;
  const length = items && isOpen ? undefinedLength : value.length;
  return joinBytes([header(tag, vr, length, encoding), value]);
}

function writeItems(items: readonly (readonly WrittenElement[])[], encoding: Encoding, isOpen: boolean): Uint8Array {
  const written = items.map((item) => {
    const content = writeDataSet(item, encoding);
    return isOpen
      ? joinBytes([delimiter(0xfffee000, undefinedLength, encoding), content, delimiter(0xfffee00d, 0, encoding)])
      : joinBytes([delimiter(0xfffee000, content.length, encoding), content]);
  });
  return joinBytes(isOpen ? [...written, delimiter(0xfffee0dd, 0, encoding)] : written);
}

function header(tag: number, vr: string, length: number, { explicitVr, littleEndian }: Encoding): Uint8Array {
  if (!explicitVr) return delimiter(tag, length, { explicitVr, littleEndian });
  const isLong = longVrs.includes(vr);
  const bytes = new Uint8Array(isLong ? 12 : 8);
  const view = new DataView(bytes.buffer);
  writeTag(view, tag, littleEndian);
  bytes.set(Buffer.from(vr), 4);
  if (isLong) view.setUint32(8, length, littleEndian);
  else view.setUint16(6, length, littleEndian);
  return bytes;
}

function delimiter(tag: number, length: number, { littleEndian }: Encoding): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  writeTag(view, tag, littleEndian);
  view.setUint32(4, length, littleEndian);
  return bytes;
}

function writeTag(view: DataView, tag: number, littleEndian: boolean): void {
  view.setUint16(0, tag >>> 16, littleEndian);
  view.setUint16(2, tag & 0xffff, littleEndian);
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}
