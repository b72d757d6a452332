import {
  binaryNumbersOf,
  bytesOf,
  type DataSet,
  type DicomElement,
  type DicomHead,
  firstText,
  numbersOf,
  type PixelForm,
  transferSyntaxOf,
} from '@medcloud/dicom';

/** The function of a window (PS3.3 C.11.2.1.3). */
export type WindowShape = 'linear' | 'linear-exact' | 'sigmoid';

/** A window: the values shown from black to white (PS3.3 C.11.2.1.2). */
export interface Window {
  readonly center: number;
  readonly width: number;
  readonly shape: WindowShape;
}

/** The attributes of a frame's pixels (PS3.3 C.7.6.3, C.11.1, C.11.2), in a single-frame or multi-frame file. */
export interface PixelAttributes extends PixelForm {
  /** Float or Double Float Pixel Data, by their bits allocated. */
  readonly isFloat: boolean;
  readonly planarConfiguration: number;
  readonly slope: number;
  readonly intercept: number;
  readonly window: Window | null;
  /** Height of a pixel divided by its width: 1 for square pixels. */
  readonly aspect: number;
  /** Red, green and blue: descriptor and entries. */
  readonly palette: readonly (readonly [descriptor: number[], entries: Uint8Array])[];
}

const tag = {
  samples: 0x00280002,
  photometric: 0x00280004,
  planar: 0x00280006,
  rows: 0x00280010,
  columns: 0x00280011,
  pixelSpacing: 0x00280030,
  aspectRatio: 0x00280034,
  bitsAllocated: 0x00280100,
  bitsStored: 0x00280101,
  highBit: 0x00280102,
  representation: 0x00280103,
  windowCenter: 0x00281050,
  windowWidth: 0x00281051,
  intercept: 0x00281052,
  slope: 0x00281053,
  windowFunction: 0x00281056,
  imagerSpacing: 0x00181164,
  pixelMeasures: 0x00289110,
  frameWindow: 0x00289132,
  frameValues: 0x00289145,
  sharedGroups: 0x52009229,
  perFrameGroups: 0x52009230,
} as const;
const floatTags: readonly number[] = [0x7fe00008, 0x7fe00009];
const paletteTags: readonly (readonly [number, number])[] = [
  [0x00281101, 0x00281201],
  [0x00281102, 0x00281202],
  [0x00281103, 0x00281203],
];

/** Returns the pixel attributes of frame `number`, counted from 1. */
export function pixelAttributesOf({ dataSet, pixelData }: DicomHead, number: number): PixelAttributes {
  const numberAt = (element: number, fallback: number) => numbersOf(dataSet, element)[0] ?? fallback;
  const bitsAllocated = numberAt(tag.bitsAllocated, 0);
  const bitsStored = numberAt(tag.bitsStored, bitsAllocated);
  const values = groupOf(dataSet, tag.frameValues, number);
  return {
    rows: numberAt(tag.rows, 0),
    columns: numberAt(tag.columns, 0),
    samples: numberAt(tag.samples, 1),
    photometric: firstText(dataSet, tag.photometric) || 'MONOCHROME2',
    bitsAllocated,
    bitsStored,
    highBit: numberAt(tag.highBit, bitsStored - 1),
    isSigned: numberAt(tag.representation, 0) === 1,
    isFloat: floatTags.includes(pixelData?.tag ?? 0),
    planarConfiguration: numberAt(tag.planar, 0),
    slope: numbersOf(values, tag.slope)[0] ?? 1,
    intercept: numbersOf(values, tag.intercept)[0] ?? 0,
    window: windowOf(groupOf(dataSet, tag.frameWindow, number)),
    aspect: aspectOf(dataSet, number),
    palette: paletteOf(dataSet),
  };
}

/**
 * Returns the functional group item of a frame (PS3.3 C.7.6.16): its own, else the shared one, else the data set
 * itself.
 */
function groupOf(dataSet: DataSet, group: number, number: number): DataSet {
  const perFrame = dataSet.elements.get(tag.perFrameGroups)?.items?.[number - 1];
  const shared = dataSet.elements.get(tag.sharedGroups)?.items?.[0];
  for (const functionalGroup of [perFrame, shared]) {
    const item = functionalGroup?.elements.get(group)?.items?.[0];
    if (item !== undefined) return item;
  }
  return dataSet;
}

function windowOf(dataSet: DataSet): Window | null {
  const [center] = numbersOf(dataSet, tag.windowCenter);
  const [width] = numbersOf(dataSet, tag.windowWidth);
  const shape = windowShapes.get(firstText(dataSet, tag.windowFunction)) ?? 'linear';
  const isValid = width !== undefined && (shape === 'linear' ? width >= 1 : width > 0);
  return center === undefined || !isValid ? null : { center, width, shape };
}

const windowShapes: ReadonlyMap<string, WindowShape> = new Map([
  ['LINEAR_EXACT', 'linear-exact'],
  ['SIGMOID', 'sigmoid'],
]);

// A more extreme ratio is a mistake in the file.
const maxAspect = 8;

function aspectOf(dataSet: DataSet, number: number): number {
  const measures = groupOf(dataSet, tag.pixelMeasures, number);
  for (const [from, element] of [
    [dataSet, tag.aspectRatio],
    [measures, tag.pixelSpacing],
    [dataSet, tag.imagerSpacing],
  ] as const) {
    const [vertical = 0, horizontal = 0] = numbersOf(from, element);
    const ratio = vertical / horizontal;
    if (vertical > 0 && horizontal > 0 && ratio <= maxAspect && ratio >= 1 / maxAspect) return ratio;
  }
  return 1;
}

function paletteOf(dataSet: DataSet): (readonly [number[], Uint8Array])[] {
  return paletteTags.flatMap(([descriptor, entries]) => {
    const [described, data] = [dataSet.elements.get(descriptor), dataSet.elements.get(entries)];
    if (!described || !data) return [];
    // 16 bits per entry in a data set of words: the renderer needs the low byte first
    const words = Buffer.from(Uint8Array.from(bytesOf(dataSet, data)).buffer);
    const isSwapped = !dataSet.isLittleEndian && words.length % 2 === 0;
    return [[unsignedOf(dataSet, described), isSwapped ? words.swap16() : words] as const];
  });
}

/** The numbers of entries and of bits are never negative, whatever the VR of the first mapped value. */
function unsignedOf(dataSet: DataSet, element: DicomElement): number[] {
  return binaryNumbersOf(dataSet, element).map((value, place) =>
    place === 1 ? Number(value) : Number(value) & 0xffff,
  );
}

/** Returns whether frames are compressed, each an encoded image. */
export function isCompressed(transferSyntax: string): boolean {
  return transferSyntaxOf(transferSyntax).isEncapsulated;
}
