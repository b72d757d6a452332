import { PREAMBLE_BYTES } from '../preamble.ts';
import type { DataSet, DicomHead } from '../reader/data-set.ts';
import { explicitLittleEndianUid } from '../reader/transfer-syntax.ts';
import { firstText } from '../reader/values.ts';
import { type ElementChanges, encodeDataSet } from './encode-data-set.ts';
import { concatBytes, encodeAscii, encodeElementHeader } from './encode-element.ts';

/** The program that writes a file (PS3.10 7.1). */
export interface Implementation {
  readonly classUid: string;
  readonly versionName: string;
}

/**
 * Encodes the head of a file in Explicit VR Little Endian: preamble, file meta information (PS3.10 7.1) and the data set
 * up to its pixel data. The file's own meta elements stay, but for its transfer syntax, length and writer.
 */
export function encodeHead(
  { meta, dataSet }: DicomHead,
  implementation: Implementation,
  changes: ElementChanges,
): Uint8Array<ArrayBuffer> {
  const information = encodeDataSet(meta, metaChanges(meta, dataSet, implementation));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, information.length, true);
  return concatBytes([
    new Uint8Array(PREAMBLE_BYTES),
    encodeAscii('DICM', 'CS'),
    encodeElementHeader(0x00020000, 'UL', length.length),
    length,
    information,
    encodeDataSet(dataSet, changes),
  ]);
}

function metaChanges(meta: DataSet, dataSet: DataSet, { classUid, versionName }: Implementation): ElementChanges {
  const text = (tag: number, vr: string, value: string) => [tag, { vr, value: encodeAscii(value, vr) }] as const;
  const missing = (tag: number) => !meta.elements.has(tag);
  return new Map([
    [0x00020000, null],
    ...(missing(0x00020001) ? [[0x00020001, { vr: 'OB', value: Uint8Array.of(0, 1) }] as const] : []),
    ...(missing(0x00020002) ? [text(0x00020002, 'UI', firstText(dataSet, 0x00080016))] : []),
    ...(missing(0x00020003) ? [text(0x00020003, 'UI', firstText(dataSet, 0x00080018))] : []),
    text(0x00020010, 'UI', explicitLittleEndianUid),
    text(0x00020012, 'UI', classUid),
    text(0x00020013, 'SH', versionName),
  ]);
}
