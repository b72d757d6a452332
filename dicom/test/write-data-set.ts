import type { Encoding } from '../src/element-header.ts';

/** An element of a data set to write; elements are in ascending order of tags. */
export interface TestElement {
  readonly tag: number;
  readonly vr: string;
  readonly value: Uint8Array;
  readonly items?: readonly (readonly TestElement[])[];
  /** Sequence and items end with delimiters instead of having lengths. */
  readonly hasUndefinedLength?: boolean;
}

const longVrs = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
const undefinedLength = 0xffffffff;

/** Returns the bytes of a data set in this encoding (PS3.5 7). */
export function writeDataSet(elements: readonly TestElement[], encoding: Encoding): Uint8Array {
  return concatBytes(elements.map((element) => writeElement(element, encoding)));
}

/** Returns a file: preamble, `DICM`, meta information with the transfer syntax, data set. */
export function writeFile(dataSet: Uint8Array, transferSyntax: string): Uint8Array {
  const padded = transferSyntax.length % 2 === 0 ? transferSyntax : `${transferSyntax}\0`;
  const encoding = { isExplicitVr: true, isLittleEndian: true };
  const meta = writeElement({ tag: 0x00020010, vr: 'UI', value: Buffer.from(padded) }, encoding);
  return concatBytes([new Uint8Array(128), Buffer.from('DICM'), meta, dataSet]);
}

function writeElement(element: TestElement, encoding: Encoding): Uint8Array {
  const { tag, vr, items, hasUndefinedLength = false } = element;
  const value = items ? writeItems(items, encoding, hasUndefinedLength) : element.value;
  const length = items && hasUndefinedLength ? undefinedLength : value.length;
  return concatBytes([encodeHeader(tag, vr, length, encoding), value]);
}

function writeItems(
  items: readonly (readonly TestElement[])[],
  encoding: Encoding,
  hasUndefinedLength: boolean,
): Uint8Array {
  const encodedItems = items.map((item) => {
    const content = writeDataSet(item, encoding);
    return hasUndefinedLength
      ? concatBytes([
          encodeDelimiter(0xfffee000, undefinedLength, encoding),
          content,
          encodeDelimiter(0xfffee00d, 0, encoding),
        ])
      : concatBytes([encodeDelimiter(0xfffee000, content.length, encoding), content]);
  });
  return concatBytes(hasUndefinedLength ? [...encodedItems, encodeDelimiter(0xfffee0dd, 0, encoding)] : encodedItems);
}

function encodeHeader(tag: number, vr: string, length: number, { isExplicitVr, isLittleEndian }: Encoding): Uint8Array {
  if (!isExplicitVr) return encodeDelimiter(tag, length, { isExplicitVr, isLittleEndian });
  const isLong = longVrs.includes(vr);
  const bytes = new Uint8Array(isLong ? 12 : 8);
  const view = new DataView(bytes.buffer);
  writeTag(view, tag, isLittleEndian);
  bytes.set(Buffer.from(vr), 4);
  if (isLong) view.setUint32(8, length, isLittleEndian);
  else view.setUint16(6, length, isLittleEndian);
  return bytes;
}

function encodeDelimiter(tag: number, length: number, { isLittleEndian }: Encoding): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  writeTag(view, tag, isLittleEndian);
  view.setUint32(4, length, isLittleEndian);
  return bytes;
}

function writeTag(view: DataView, tag: number, isLittleEndian: boolean): void {
  view.setUint16(0, tag >>> 16, isLittleEndian);
  view.setUint16(2, tag & 0xffff, isLittleEndian);
}

function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}
