import { inflateRawSync } from 'node:zlib';
import {
  DicomFault,
  type DicomHead,
  type DicomJson,
  type DicomJsonElement,
  firstText,
  indexFrames,
  parseMetaHead,
  type RandomAccess,
  readHeadFrom,
  tagName,
  toDicomJson,
  transferSyntaxOf,
} from '@medcloud/dicom';
import { createMemoryAccess } from '../members/member-access.ts';
import type { Member } from '../members/members.ts';
import { deriveUid, parseUid } from './derive-uid.ts';
import { type FrameTable, frameTableOf } from './frame-table.ts';
import { integerAt, numbersAt, textAt } from './json-values.ts';
import type { ManifestInstance } from './manifest.ts';
import { seriesTags, studyTags, tags } from './tags.ts';
import { type BufferedText, toBufferedText } from './text-buffer.ts';

// A deflated data set is completely in memory, and may inflate to at most this.
const maxInflatedBytes = 268_435_456;
// A longer binary value is not in the metadata but has its own address (PS3.18 F.2.6).
const maxInlineBytes = 1_024;
const explicitBigEndian = '1.2.840.10008.1.2.2';
// The meta information and the first elements are within it in every file tried.
const metaPrefixBytes = 65_536;

/** One parsed instance, with the attributes that its series and study need. */
export interface ParsedInstance extends Omit<ManifestInstance, 'metadata'> {
  readonly studyUid: string;
  readonly seriesUid: string;
  /** Its DICOM JSON; deflated while the rest of a long exam is read. */
  readonly metadata: BufferedText;
  /** Only the attributes of study and series. */
  readonly shared: DicomJson;
}

/**
 * Parses one instance: its head, the positions of its frames, and its metadata as they are returned. `firstBytes` is
 * the size of the first read. Rejects with `DicomFault` if it cannot be parsed, and with errors of `access.read`.
 */
export async function parseInstance(
  examId: string,
  member: Member,
  access: RandomAccess,
  firstBytes?: number,
): Promise<ParsedInstance> {
  const inflate = (deflated: Uint8Array) => inflateRawSync(deflated, { maxOutputLength: maxInflatedBytes });
  const head = await readHeadFrom(access, inflate, firstBytes);
  if ((head.isTruncated || head.dataSet.elements.size === 0) && !isInstance(head)) throw new DicomFault('not_dicom');
  const { isDeflated } = transferSyntaxOf(head.transferSyntax);
  const frames = await readFrameTable(isDeflated ? createMemoryAccess(head.dataSet.bytes) : access, head);
  const uids = uidsOf(examId, member, head);
  const baseUrl = bulkDataBaseUrl(examId, uids);
  const plain = toDicomJson(head.dataSet, (path, { length }) => (length > maxInlineBytes ? baseUrl + path : undefined));
  const text = Buffer.from(JSON.stringify(metadataOf(head, uids, plain, baseUrl)));
  return {
    ...uids,
    sopClass: textAt(plain, tags.sopClass, 64) ?? '',
    number: integerAt(plain, tags.instanceNumber),
    // a big-endian file may say otherwise, or nothing
    transferSyntax: head.dataSet.isLittleEndian ? head.transferSyntax : explicitBigEndian,
    method: member.method,
    dataOffset: member.dataOffset,
    compressedSize: member.compressedSize,
    size: member.size,
    crc32: member.crc32,
    rows: integerAt(plain, tags.rows),
    columns: integerAt(plain, tags.columns),
    numberOfFrames: integerAt(plain, tags.numberOfFrames),
    bitsAllocated: integerAt(plain, tags.bitsAllocated),
    position: numbersIfCount(plain, tags.imagePosition, 3),
    orientation: numbersIfCount(plain, tags.imageOrientation, 6),
    frames,
    deflatedFrom: isDeflated ? await readDataSetOffset(access) : null,
    isTruncated: head.isTruncated,
    metadata: toBufferedText(text),
    shared: Object.fromEntries(sharedTags.flatMap((tag) => (plain[tag] === undefined ? [] : [[tag, plain[tag]]]))),
  };
}

/** Bytes that end within the meta information start like a DICOM file but are no instance. */
function isInstance({ dataSet, pixelData }: DicomHead): boolean {
  return (
    pixelData !== undefined ||
    [SOP_CLASS_UID, SOP_INSTANCE_UID, STUDY_INSTANCE_UID].some((tag) => dataSet.elements.has(tag))
  );
}

const sharedTags = [...new Set([...studyTags, ...seriesTags, tags.patientId])];

/** Pixel data with invalid fragments have no frames; the instance is indexed anyway. */
async function readFrameTable(access: RandomAccess, head: DicomHead): Promise<FrameTable> {
  try {
    return frameTableOf(await indexFrames(access, head));
  } catch (error) {
    if (error instanceof DicomFault) return { kind: 'listed', frames: [] };
    throw error;
  }
}

const SOP_CLASS_UID = 0x00080016;
const SOP_INSTANCE_UID = 0x00080018;
const MODALITY = 0x00080060;
const STUDY_INSTANCE_UID = 0x0020000d;
const SERIES_INSTANCE_UID = 0x0020000e;

type Uids = Pick<ParsedInstance, 'uid' | 'studyUid' | 'seriesUid'>;

/** Returns its UIDs. A missing one, or one that cannot be part of an address, is derived from the others. */
function uidsOf(examId: string, member: Member, { dataSet }: DicomHead): Uids {
  const own = (tag: number) => parseUid(firstText(dataSet, tag));
  const studyUid = own(STUDY_INSTANCE_UID) ?? deriveUid(`${examId}/study`);
  const seriesUid = own(SERIES_INSTANCE_UID) ?? deriveUid(`${examId}/${studyUid}/${firstText(dataSet, MODALITY)}`);
  return { studyUid, seriesUid, uid: own(SOP_INSTANCE_UID) ?? deriveUid(`${examId}/${seriesUid}/${member.name}`) };
}

/**
 * Returns the base address of an instance's long binary values. It contains the exam, so a UID in two exams is
 * unambiguous.
 */
export function bulkDataBaseUrl(examId: string, { studyUid, seriesUid, uid }: Uids): string {
  return `/dicom-web/exams/${examId}/studies/${studyUid}/series/${seriesUid}/instances/${uid}/bulkdata/`;
}

/**
 * Returns the metadata as responses contain them: in UTF-8, with the transfer syntax and the address of the pixel data.
 */
function metadataOf(head: DicomHead, uids: Uids, json: DicomJson, baseUrl: string): DicomJson {
  const { pixelData } = head;
  return {
    ...json,
    ...(json[tags.specificCharacterSet] && { [tags.specificCharacterSet]: singleValue('CS', 'ISO_IR 192') }),
    [tags.sopInstance]: singleValue('UI', uids.uid),
    [tags.studyUid]: singleValue('UI', uids.studyUid),
    [tags.seriesUid]: singleValue('UI', uids.seriesUid),
    ...(head.transferSyntax && { [tags.availableTransferSyntax]: singleValue('UI', head.transferSyntax) }),
    ...(pixelData && { [tagName(pixelData.tag)]: { vr: pixelData.vr, BulkDataURI: baseUrl + tagName(pixelData.tag) } }),
  };
}

function singleValue(vr: string, value: string): DicomJsonElement {
  return { vr, Value: [value] };
}

function numbersIfCount(json: DicomJson, tag: string, count: number): number[] | null {
  const numbers = numbersAt(json, tag);
  return numbers.length === count ? numbers : null;
}

async function readDataSetOffset(access: RandomAccess): Promise<number | null> {
  const prefix = await access.read(0, Math.min(metaPrefixBytes, access.sizeBytes));
  return parseMetaHead(prefix, prefix.length === access.sizeBytes)?.dataSetOffset ?? null;
}
