import { type DataSet, itemsOf, numberOf, numbersOf, textOf } from '../json/json-values.ts';
import { type Color, colorOfLab } from '../lab-color.ts';

/** One segment of a segmentation (PS3.3 C.8.20.4). */
export interface Segment {
  readonly number: number;
  readonly name: string;
  /** Undefined if the file recommends none. */
  readonly color: Color | undefined;
}

/** The image that a frame belongs to. */
export interface SourceImage {
  readonly sop: string;
  /** From 1; undefined: each frame of it. */
  readonly frame: number | undefined;
}

/** Where a frame lies in the patient, in mm. */
export interface FramePlane {
  readonly position: readonly number[];
  /** Cosines of the rows, then of the columns. */
  readonly orientation: readonly number[];
  /** Between rows, between columns. */
  readonly spacing: readonly number[];
}

export interface SegmentationFrame {
  /** From 1. */
  readonly number: number;
  /** The segment that it shows; undefined in a label map, whose values are the segments' numbers. */
  readonly segment: number | undefined;
  readonly sources: readonly SourceImage[];
  readonly plane: FramePlane | undefined;
}

export interface Segmentation {
  readonly type: 'binary' | 'fractional' | 'labelmap';
  readonly label: string;
  readonly frameOfReference: string | undefined;
  readonly rows: number;
  readonly columns: number;
  readonly bitsAllocated: 1 | 8 | 16;
  /** The value of a fractional segment that means 1. */
  readonly maxFraction: number;
  readonly segments: readonly Segment[];
  readonly frames: readonly SegmentationFrame[];
  /** Frames follow each other without padding, so one may start within a byte. */
  readonly isPacked: boolean;
}

const types: ReadonlyMap<string | undefined, Segmentation['type']> = new Map([
  ['BINARY', 'binary'],
  ['FRACTIONAL', 'fractional'],
  ['LABELMAP', 'labelmap'],
]);
const bits: Readonly<Record<Segmentation['type'], readonly number[]>> = {
  binary: [1],
  fractional: [8],
  labelmap: [8, 16],
};
const maxSide = 16_384;
const maxPixels = 67_108_864;
const maxFrames = 20_000;
const maxSegments = 2_000;
const maxSources = 16;
// Transfer syntaxes whose frames are packed bits, and do not each begin with a byte.
const nativeSyntaxes: readonly (string | undefined)[] = [
  ...[undefined, '1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2'],
];

const isBitsAllocated = (value: number | undefined): value is 1 | 8 | 16 => value === 1 || value === 8 || value === 16;

/**
 * Reads a segmentation's header from its DICOM JSON (PS3.3 A.51, C.8.20). Null if it contradicts itself or is too large
 * to show.
 */
export function readSegmentation(set: DataSet): Segmentation | null {
  const type = types.get(textOf(set, '00620001'));
  const [rows = 0, columns = 0] = [numberOf(set, '00280010'), numberOf(set, '00280011')];
  const bitsAllocated = numberOf(set, '00280100');
  const isPossible =
    type !== undefined &&
    [rows, columns].every((side) => Number.isInteger(side) && side > 0 && side <= maxSide) &&
    rows * columns <= maxPixels &&
    isBitsAllocated(bitsAllocated) &&
    bits[type].includes(bitsAllocated);
  if (!isPossible) return null;
  const maxFraction = numberOf(set, '0062000E') ?? 255;
  const frames = readFrames(set, type);
  if (frames === null || (type === 'fractional' && !(maxFraction > 0 && maxFraction <= 255))) return null;
  return {
    ...{ type, rows, columns, bitsAllocated, maxFraction, frames },
    label: textOf(set, '00700080') ?? textOf(set, '0008103E') ?? '',
    frameOfReference: textOf(set, '00200052'),
    segments: itemsOf(set, '00620002').slice(0, maxSegments).flatMap(readSegment),
    isPacked: bitsAllocated === 1 && nativeSyntaxes.includes(textOf(set, '00083002')),
  };
}

function readSegment(item: DataSet): Segment[] {
  const number = numberOf(item, '00620004');
  if (number === undefined || number < 0) return [];
  const [l, a, b] = numbersOf(item, '0062000D') ?? [];
  const meaning = textOf(itemsOf(item, '0062000F')[0] ?? {}, '00080104');
  const color = l === undefined || a === undefined || b === undefined ? undefined : colorOfLab([l, a, b]);
  return [{ number, name: textOf(item, '00620005') ?? meaning ?? '', color }];
}

/** Returns the frames, or null if one of them has no segment where it needs one. */
function readFrames(set: DataSet, type: Segmentation['type']): SegmentationFrame[] | null {
  const [shared = {}] = itemsOf(set, '52009229');
  const count = Math.min(numberOf(set, '00280008') ?? 1, maxFrames);
  const groups = itemsOf(set, '52009230').slice(0, count);
  const frames = groups.map((own, index) => {
    const group = (tag: string) => itemsOf(own, tag)[0] ?? itemsOf(shared, tag)[0] ?? {};
    return {
      number: index + 1,
      segment: type === 'labelmap' ? undefined : numberOf(group('0062000A'), '0062000B'),
      sources: sourcesOf(group('00089124')),
      plane: planeOf(set, group),
    };
  });
  return type === 'labelmap' || frames.every(({ segment }) => segment !== undefined) ? frames : null;
}

/** The images from which a frame was made (PS3.3 C.7.6.16.2.6). */
function sourcesOf(derivation: DataSet): SourceImage[] {
  return itemsOf(derivation, '00082112')
    .slice(0, maxSources)
    .flatMap((source) => {
      const sop = textOf(source, '00081155');
      const frames: (number | undefined)[] = numbersOf(source, '00081160') ?? [undefined];
      return sop === undefined ? [] : frames.slice(0, maxSources).map((frame) => ({ sop, frame }));
    });
}

function planeOf(set: DataSet, group: (tag: string) => DataSet): FramePlane | undefined {
  const position = numbersOf(group('00209113'), '00200032') ?? numbersOf(set, '00200032');
  const orientation = numbersOf(group('00209116'), '00200037') ?? numbersOf(set, '00200037');
  const spacing = numbersOf(group('00289110'), '00280030') ?? numbersOf(set, '00280030');
  if (position?.length !== 3 || orientation?.length !== 6 || spacing?.length !== 2) return undefined;
  return spacing.every((one) => one > 0) ? { position, orientation, spacing } : undefined;
}

/**
 * Decodes a frame's pixels as they were sent: 1 in a segment and 0 outside, parts of `maxFraction`, or segments' numbers.
 * `bytes` of a packed frame start with the byte that has its first bit. Null if they are fewer than the frame needs.
 */
export function decodeSegmentationFrame(
  { rows, columns, bitsAllocated, isPacked }: Segmentation,
  number: number,
  bytes: Uint8Array,
): Uint8Array | Uint16Array | null {
  const count = rows * columns;
  if (bitsAllocated === 16) {
    if (bytes.length < 2 * count) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Uint16Array.from({ length: count }, (_, index) => view.getUint16(2 * index, true));
  }
  if (bitsAllocated === 8) return bytes.length < count ? null : bytes.subarray(0, count);
  const start = isPacked ? ((number - 1) * count) % 8 : 0;
  if (bytes.length < Math.ceil((start + count) / 8)) return null;
  const values = new Uint8Array(count);
  // PS3.5 8.1.1: the first pixel is the lowest bit
  for (let index = 0; index < count; index++) {
    const bit = start + index;
    values[index] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  }
  return values;
}
