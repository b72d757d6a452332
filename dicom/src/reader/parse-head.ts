import { type Encoding, explicitBigEndian, explicitLittleEndian } from '../element-header.ts';
import { findHeaderless } from '../headerless.ts';
import { hasBytesAt, PREAMBLE_BYTES } from '../preamble.ts';
import type { RandomAccess } from '../random-access.ts';
import { decodeAscii } from '../text/ascii.ts';
import type { DataSet, DicomHead } from './data-set.ts';
import { DicomFault } from './dicom-fault.ts';
import { ElementParser } from './element-parser.ts';
import { transferSyntaxOf } from './transfer-syntax.ts';

const DICM = [0x44, 0x49, 0x43, 0x4d];
const TRANSFER_SYNTAX_UID = 0x00020010;
const FIRST_PREFIX_BYTES = 65_536;

/** Inflates a complete raw deflate stream (RFC 1951). Throws or rejects if it is damaged or exceeds its limit. */
export type Inflate = (deflated: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The file meta information, and the offset and encoding of the data set after it. */
export interface MetaHead {
  readonly meta: DataSet;
  /** Empty if the file does not state it. */
  readonly transferSyntax: string;
  readonly dataSetOffset: number;
  readonly encoding: Encoding;
  readonly isDeflated: boolean;
}

/**
 * Parses the file meta information at the beginning of a file (PS3.10 7.1); `undefined` if more bytes are needed.
 * Detects the encoding of a file without preamble, without meta information, or with a wrong transfer syntax. Throws
 * `DicomFault` `not_dicom`.
 */
export function parseMetaHead(prefix: Uint8Array, isComplete: boolean): MetaHead | undefined {
  const start = findStart(prefix, isComplete);
  if (start === undefined) return undefined;
  const parser = new ElementParser(prefix, start.offset, isComplete);
  const meta = parser.parseMeta();
  // the encoding is detected from the first header of the data set
  if (parser.mustReadMore || (!isComplete && parser.offset + 8 > prefix.length)) return undefined;
  const transferSyntax = uidIn(meta, TRANSFER_SYNTAX_UID);
  const { encoding, isDeflated } = transferSyntaxOf(transferSyntax);
  return {
    meta,
    transferSyntax,
    dataSetOffset: parser.offset,
    encoding: isDeflated
      ? encoding
      : detectDataSetEncoding(prefix, parser, transferSyntax === '' ? start.encoding : encoding),
    isDeflated,
  };
}

/** Parses the data set at `offset` up to its pixel data; `undefined` if more bytes are needed. */
export function parseDataSetHead(
  head: MetaHead,
  bytes: Uint8Array,
  offset: number,
  isComplete: boolean,
): DicomHead | undefined {
  const parser = new ElementParser(bytes, offset, isComplete);
  const dataSet = parser.parseDataSet(head.encoding);
  if (parser.mustReadMore) return undefined;
  return {
    meta: head.meta,
    dataSet,
    transferSyntax: head.transferSyntax,
    pixelData: parser.pixelData,
    isTruncated: parser.isTruncated,
  };
}

/**
 * Parses the head of a file: everything before the pixel data. `undefined` if more bytes are needed; a deflated data
 * set needs all of them. Throws `DicomFault`.
 */
export function parseHead(
  prefix: Uint8Array,
  isComplete: boolean,
  inflate?: (deflated: Uint8Array) => Uint8Array,
): DicomHead | undefined {
  const head = parseMetaHead(prefix, isComplete);
  if (head === undefined) return undefined;
  if (!head.isDeflated) return parseDataSetHead(head, prefix, head.dataSetOffset, isComplete);
  if (!isComplete || inflate === undefined) return undefined;
  return parseDataSetHead(head, inflateDataSet(inflate, prefix.subarray(head.dataSetOffset)), 0, true);
}

function inflateDataSet(inflate: (deflated: Uint8Array) => Uint8Array, deflated: Uint8Array): Uint8Array {
  try {
    return inflate(deflated);
  } catch {
    throw new DicomFault('bad_deflate');
  }
}

/**
 * Reads the head of a file with a prefix of 64 KB that doubles until it suffices. A deflated data set is read
 * completely. `firstBytes` replaces the 64 KB if that prefix contains the complete meta information. Rejects with
 * `DicomFault`, and with errors of `access.read`.
 */
export async function readHeadFrom(
  access: RandomAccess,
  inflate: Inflate,
  firstBytes = FIRST_PREFIX_BYTES,
): Promise<DicomHead> {
  for (let size = firstBytes; ; size = Math.max(2 * size, FIRST_PREFIX_BYTES)) {
    const isComplete = size >= access.sizeBytes;
    const prefix = await access.read(0, Math.min(size, access.sizeBytes));
    const head = parseMetaHead(prefix, isComplete);
    if (head?.isDeflated) return await readDeflated(access, head, inflate);
    const parsed = head && parseDataSetHead(head, prefix, head.dataSetOffset, isComplete);
    if (parsed !== undefined) return parsed;
    // all bytes were available, so more cannot be requested
    if (isComplete) throw new DicomFault('not_dicom');
  }
}

async function readDeflated(access: RandomAccess, head: MetaHead, inflate: Inflate): Promise<DicomHead> {
  const deflated = await access.read(head.dataSetOffset, access.sizeBytes);
  let bytes: Uint8Array;
  try {
    bytes = await inflate(deflated);
  } catch {
    throw new DicomFault('bad_deflate');
  }
  const parsed = parseDataSetHead(head, bytes, 0, true);
  if (parsed === undefined) throw new DicomFault('bad_deflate');
  return parsed;
}

interface Start {
  readonly offset: number;
  /** Encoding of the data set, if no meta information precedes it. */
  readonly encoding: Encoding;
}

function findStart(prefix: Uint8Array, isComplete: boolean): Start | undefined {
  if (hasBytesAt(prefix, PREAMBLE_BYTES, DICM))
    return { offset: PREAMBLE_BYTES + DICM.length, encoding: explicitLittleEndian };
  const headerless = findHeaderless(prefix);
  if (headerless !== undefined) return headerless;
  if (isComplete || prefix.length >= FIRST_PREFIX_BYTES) throw new DicomFault('not_dicom');
  return undefined;
}

/** Detects the encoding from the first element of the data set, if it contradicts the declared one. */
function detectDataSetEncoding(prefix: Uint8Array, parser: ElementParser, declared: Encoding): Encoding {
  if (parser.offset + 8 > prefix.length) return declared;
  const [first = 0, second = 0] = prefix.subarray(parser.offset, parser.offset + 2);
  // PS3.6: the first group of a data set is small (usually 0008), so its zero byte shows the byte order
  if (declared.isLittleEndian && first === 0 && second !== 0) return explicitBigEndian;
  if (!declared.isLittleEndian && first !== 0 && second === 0)
    return parser.detectEncoding(explicitLittleEndian, prefix.length);
  return parser.detectEncoding(declared, prefix.length);
}

function uidIn(dataSet: DataSet, tag: number): string {
  const element = dataSet.elements.get(tag);
  if (element === undefined) return '';
  return decodeAscii(dataSet.bytes, element.valueOffset, element.length).replace(/[\0 ]+$/, '');
}
