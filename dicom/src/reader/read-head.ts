import { type Encoding, explicitBigEndian, explicitLittleEndian } from '../element-header.ts';
import { findHeaderless } from '../headerless.ts';
import { PREAMBLE_BYTES, standsAt } from '../preamble.ts';
import type { RandomAccess } from '../random-access.ts';
import { asciiOf } from '../text/ascii.ts';
import type { DataSet, DicomHead } from './data-set.ts';
import { DicomFault } from './dicom-fault.ts';
import { ElementReader } from './element-reader.ts';
import { transferSyntaxOf } from './transfer-syntax.ts';

const DICM = [0x44, 0x49, 0x43, 0x4d];
const TRANSFER_SYNTAX_UID = 0x00020010;
const FIRST_PREFIX_BYTES = 65_536;

/** Inflates a whole raw deflate stream (RFC 1951). Throws or rejects where it is damaged or larger than it may be. */
export type Inflate = (deflated: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The file meta information, and where and how the data set after it is written. */
export interface MetaHead {
  readonly meta: DataSet;
  /** Empty where the file does not say. */
  readonly transferSyntax: string;
  readonly dataSetOffset: number;
  readonly encoding: Encoding;
  readonly isDeflated: boolean;
}

/**
 * Reads the file meta information from the beginning of a file (PS3.10 7.1); `undefined` where more bytes are needed.
 * A file without preamble, without meta information, or whose meta information lies about the layout is told by looking.
 * Fails with `DicomFault` `not_dicom`.
 */
export function readMetaHead(prefix: Uint8Array, isWhole: boolean): MetaHead | undefined {
  const start = findStart(prefix, isWhole);
  if (start === undefined) return undefined;
  const reader = new ElementReader(prefix, start.offset, isWhole);
  const meta = reader.readMeta();
  // the layout is told from the first header of the data set
  if (reader.needsMore || (!isWhole && reader.offset + 8 > prefix.length)) return undefined;
  const transferSyntax = uidIn(meta, TRANSFER_SYNTAX_UID);
  const { encoding, isDeflated } = transferSyntaxOf(transferSyntax);
  return {
    meta,
    transferSyntax,
    dataSetOffset: reader.offset,
    encoding: isDeflated ? encoding : lookAt(prefix, reader, transferSyntax === '' ? start.encoding : encoding),
    isDeflated,
  };
}

/** Reads the data set that begins at `offset` up to its pixel data; `undefined` where more bytes are needed. */
export function readDataSetHead(
  head: MetaHead,
  bytes: Uint8Array,
  offset: number,
  isWhole: boolean,
): DicomHead | undefined {
  const reader = new ElementReader(bytes, offset, isWhole);
  const dataSet = reader.readDataSet(head.encoding);
  if (reader.needsMore) return undefined;
  return {
    meta: head.meta,
    dataSet,
    transferSyntax: head.transferSyntax,
    pixelData: reader.pixelData,
    isTruncated: reader.isTruncated,
  };
}

/**
 * Reads the head of a file from its beginning: everything before the pixel data. `undefined` where more bytes are
 * needed; a deflated data set needs all of them. Fails with `DicomFault`.
 */
export function readHead(
  prefix: Uint8Array,
  isWhole: boolean,
  inflate?: (deflated: Uint8Array) => Uint8Array,
): DicomHead | undefined {
  const head = readMetaHead(prefix, isWhole);
  if (head === undefined) return undefined;
  if (!head.isDeflated) return readDataSetHead(head, prefix, head.dataSetOffset, isWhole);
  if (!isWhole || inflate === undefined) return undefined;
  return readDataSetHead(head, inflated(inflate, prefix.subarray(head.dataSetOffset)), 0, true);
}

function inflated(inflate: (deflated: Uint8Array) => Uint8Array, deflated: Uint8Array): Uint8Array {
  try {
    return inflate(deflated);
  } catch {
    throw new DicomFault('bad_deflate');
  }
}

/**
 * Reads the head of a file that lies elsewhere, by a beginning of 64 KB that doubles as long as it does not reach. A
 * deflated data set is read whole. `firstBytes` in place of the 64 KB, where they hold the meta information whole. Fails with
 * `DicomFault`, and with what `access.read` rejects with.
 */
export async function readHeadOf(
  access: RandomAccess,
  inflate: Inflate,
  firstBytes = FIRST_PREFIX_BYTES,
): Promise<DicomHead> {
  for (let size = firstBytes; ; size = Math.max(2 * size, FIRST_PREFIX_BYTES)) {
    const isWhole = size >= access.sizeBytes;
    const prefix = await access.read(0, Math.min(size, access.sizeBytes));
    const head = readMetaHead(prefix, isWhole);
    if (head?.isDeflated) return await readDeflated(access, head, inflate);
    const read = head && readDataSetHead(head, prefix, head.dataSetOffset, isWhole);
    if (read !== undefined) return read;
    // with all bytes in hand nothing more can be asked for
    if (isWhole) throw new DicomFault('not_dicom');
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
  const read = readDataSetHead(head, bytes, 0, true);
  if (read === undefined) throw new DicomFault('bad_deflate');
  return read;
}

interface Start {
  readonly offset: number;
  /** How the data set is written, where no meta information stands before it. */
  readonly encoding: Encoding;
}

function findStart(prefix: Uint8Array, isWhole: boolean): Start | undefined {
  if (standsAt(prefix, PREAMBLE_BYTES, DICM))
    return { offset: PREAMBLE_BYTES + DICM.length, encoding: explicitLittleEndian };
  const headerless = findHeaderless(prefix);
  if (headerless !== undefined) return headerless;
  if (isWhole || prefix.length >= FIRST_PREFIX_BYTES) throw new DicomFault('not_dicom');
  return undefined;
}

/** The layout by the first element of the data set, where it contradicts what the file says. */
function lookAt(prefix: Uint8Array, reader: ElementReader, announced: Encoding): Encoding {
  if (reader.offset + 8 > prefix.length) return announced;
  const [first = 0, second = 0] = prefix.subarray(reader.offset, reader.offset + 2);
  // PS3.6: the first group of a data set is small (0008 as a rule), so its zero byte tells the order of the bytes
  if (announced.littleEndian && first === 0 && second !== 0) return explicitBigEndian;
  if (!announced.littleEndian && first !== 0 && second === 0)
    return reader.encodingHere(explicitLittleEndian, prefix.length);
  return reader.encodingHere(announced, prefix.length);
}

function uidIn(dataSet: DataSet, tag: number): string {
  const element = dataSet.elements.get(tag);
  if (element === undefined) return '';
  return asciiOf(dataSet.bytes, element.valueOffset, element.length).replace(/[\0 ]+$/, '');
}
