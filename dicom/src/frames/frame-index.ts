import { UNDEFINED_LENGTH } from '../element-header.ts';
import type { RandomAccess } from '../random-access.ts';
import type { DicomHead, PixelDataLocation } from '../reader/data-set.ts';
import { DicomFault } from '../reader/dicom-fault.ts';
import { binaryNumbersOf, bytesOf, firstText, numbersOf } from '../reader/values.ts';
import type { ByteRange } from './byte-range.ts';
import { type Fragments, isCodestreamStart, readFragments } from './fragments.ts';

/** The byte ranges of each frame: usually one, several if an encoder split the frame into fragments. */
export type FrameIndex = readonly (readonly ByteRange[])[];

const ROWS = 0x00280010;
const COLUMNS = 0x00280011;
const SAMPLES_PER_PIXEL = 0x00280002;
const PHOTOMETRIC_INTERPRETATION = 0x00280004;
const NUMBER_OF_FRAMES = 0x00280008;
const BITS_ALLOCATED = 0x00280100;
const EXTENDED_OFFSET_TABLE = 0x7fe00001;
// The portal's limits allow no more: a frame has at least one byte, a file at most 500 MB, and no series is that long.
const MAX_FRAMES = 1_000_000;

/**
 * Finds the frames of a file's pixel data: native frames by their size (PS3.5 8.1.1), encapsulated ones by the Extended
 * or Basic Offset Table, by one fragment per frame, or by codestream starts (PS3.5 A.4). Reads only fragment headers.
 * Omits frames that a truncated file does not contain. Empty without pixel data. Throws `DicomFault` `bad_fragments` if
 * the fragments are invalid.
 */
export async function indexFrames(access: RandomAccess, head: DicomHead): Promise<FrameIndex> {
  const location = head.pixelData;
  if (location === undefined) return [];
  const count = Math.min(Math.max(1, numbersOf(head.dataSet, NUMBER_OF_FRAMES)[0] ?? 1), MAX_FRAMES);
  if (location.length !== UNDEFINED_LENGTH) return indexNativeFrames(head, location, count, access.sizeBytes);
  const fragments = await readFragments(access, location.valueOffset, head.dataSet.isLittleEndian);
  return await indexEncapsulatedFrames(access, head, fragments, count);
}

function indexNativeFrames(head: DicomHead, location: PixelDataLocation, count: number, sizeBytes: number): FrameIndex {
  const available = Math.min(location.length, sizeBytes - location.valueOffset);
  const bits = bitsOfFrame(head);
  if (bits === 0) return available > 0 ? [[{ offset: location.valueOffset, length: available }]] : [];
  const frames: ByteRange[][] = [];
  for (let index = 0; index < count; index++) {
    // single-bit frames have no padding between them: one may start within a byte
    const start = Math.floor((index * bits) / 8);
    const length = Math.min(Math.ceil(((index + 1) * bits) / 8) - start, available - start);
    if (length <= 0) break;
    frames.push([{ offset: location.valueOffset + start, length }]);
  }
  return frames;
}

function bitsOfFrame({ dataSet }: DicomHead): number {
  const number = (tag: number) => numbersOf(dataSet, tag)[0] ?? 0;
  const samples = number(SAMPLES_PER_PIXEL) || 1;
  // PS3.3 C.7.6.3.1.2: chrominance for every second pixel
  const isSubsampled = firstText(dataSet, PHOTOMETRIC_INTERPRETATION) === 'YBR_FULL_422';
  return number(ROWS) * number(COLUMNS) * (isSubsampled ? 2 : samples) * number(BITS_ALLOCATED);
}

async function indexEncapsulatedFrames(
  access: RandomAccess,
  head: DicomHead,
  { fragments, basicOffsets }: Fragments,
  count: number,
): Promise<FrameIndex> {
  const offsets = parseExtendedOffsets(head) ?? basicOffsets;
  if (offsets.length > 1 || (offsets.length === 1 && count === 1)) return groupByOffsets(fragments, offsets);
  if (count === 1) return fragments.length === 0 ? [] : [fragments];
  if (fragments.length <= count) return fragments.map((fragment) => [fragment]);
  return await groupByCodestreams(access, fragments);
}

/** PS3.3 C.7.6.3: 64-bit offsets, counted like those of the Basic Offset Table. */
function parseExtendedOffsets({ dataSet }: DicomHead): number[] | undefined {
  const element = dataSet.elements.get(EXTENDED_OFFSET_TABLE);
  if (element === undefined || element.length < 8) return undefined;
  if (element.vr === 'OV' || element.vr === 'UN') {
    const bytes = bytesOf(dataSet, element);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) =>
      Number(view.getBigUint64(index * 8, dataSet.isLittleEndian)),
    );
  }
  return binaryNumbersOf(dataSet, element).map(Number);
}

/**
 * Offsets count from the header of the first fragment. A fragment belongs to the last frame that starts at or before
 * it.
 */
function groupByOffsets(fragments: readonly ByteRange[], offsets: readonly number[]): FrameIndex {
  const [first] = fragments;
  if (first === undefined) return [];
  const frames: ByteRange[][] = offsets.map(() => []);
  let frame = 0;
  for (const fragment of fragments) {
    const offset = fragment.offset - first.offset;
    while (frame + 1 < offsets.length && (offsets[frame + 1] ?? 0) <= offset) frame++;
    frames[frame]?.push(fragment);
  }
  if (frames.some((ranges, index) => ranges.length === 0 && index < frames.length - 1))
    throw new DicomFault('bad_fragments');
  return frames.filter((ranges) => ranges.length > 0);
}

async function groupByCodestreams(access: RandomAccess, fragments: readonly ByteRange[]): Promise<FrameIndex> {
  const frames: ByteRange[][] = [];
  for (const fragment of fragments) {
    const isStart = await isCodestreamStart(access, fragment);
    const last = frames.at(-1);
    if (isStart || last === undefined) frames.push([fragment]);
    else last.push(fragment);
  }
  return frames;
}
