import {
  type DataSet,
  type DicomHead,
  firstText,
  hasNativePixels,
  numbersOf,
  type PixelForm,
  transferSyntaxOf,
} from '@medcloud/dicom';
import { type LookupTable, type Palette, readLut, readPalette } from './lookup-table.ts';
import { RenderFault } from './render-fault.ts';

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
  /** Replaces slope and intercept (PS3.3 C.11.1.1). */
  readonly modalityLut: LookupTable | null;
  /** Another way to show the values than a window (PS3.3 C.11.2.1.1). */
  readonly voiLut: LookupTable | null;
  readonly palette: Palette | null;
  /** A gray image's values from the palette's first on are shown in color (PS3.3 C.7.6.19). */
  readonly hasSupplementalPalette: boolean;
  /** Bytes of a big-endian word of native pixels (PS3.5 annex A.3); 1 for little endian. */
  readonly swappedBytes: number;
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
  modalityLut: 0x00283000,
  voiLut: 0x00283010,
  pixelPresentation: 0x00089205,
  imagerSpacing: 0x00181164,
  pixelMeasures: 0x00289110,
  frameWindow: 0x00289132,
  frameValues: 0x00289145,
  sharedGroups: 0x52009229,
  perFrameGroups: 0x52009230,
} as const;
// PS3.5 7.1.1: of pixel data in fragments
const undefinedLength = 0xffffffff;
const floatTags: readonly number[] = [0x7fe00008, 0x7fe00009];
// PS3.3 C.8.16.2: the colors are part of the image.
const coloredPresentations: readonly string[] = ['COLOR', 'MIXED'];

/** Returns the pixel attributes of frame `number`, counted from 1. */
export function pixelAttributesOf(head: DicomHead, number: number): PixelAttributes {
  const { dataSet, pixelData } = head;
  const numberAt = (element: number, fallback: number) => numbersOf(dataSet, element)[0] ?? fallback;
  const bitsAllocated = numberAt(tag.bitsAllocated, 0);
  const bitsStored = numberAt(tag.bitsStored, bitsAllocated);
  const values = groupOf(dataSet, tag.frameValues, number);
  const shown = groupOf(dataSet, tag.frameWindow, number);
  const representation = numberAt(tag.representation, 0);
  const isMislabeled = pixelData?.length === undefinedLength && hasNativePixels(head.transferSyntax);
  if (representation > 1 || isMislabeled) throw new RenderFault('unsupported');
  const isSigned = representation === 1;
  const palette = readPalette(dataSet, isSigned);
  const modalityLut = readLut(values, tag.modalityLut, isSigned);
  // without it the values are unknown
  if (modalityLut === null && values.elements.get(tag.modalityLut)?.items?.length) throw new RenderFault('unsupported');
  return {
    rows: numberAt(tag.rows, 0),
    columns: numberAt(tag.columns, 0),
    samples: numberAt(tag.samples, 1),
    photometric: firstText(dataSet, tag.photometric) || 'MONOCHROME2',
    bitsAllocated,
    bitsStored,
    highBit: numberAt(tag.highBit, bitsStored - 1),
    isSigned,
    isFloat: floatTags.includes(pixelData?.tag ?? 0),
    planarConfiguration: numberAt(tag.planar, 0),
    slope: numbersOf(values, tag.slope)[0] ?? 1,
    intercept: numbersOf(values, tag.intercept)[0] ?? 0,
    modalityLut,
    window: windowOf(shown),
    voiLut: readLut(shown, tag.voiLut, isSigned),
    aspect: aspectOf(dataSet, number),
    palette,
    hasSupplementalPalette:
      palette !== null && coloredPresentations.includes(firstText(dataSet, tag.pixelPresentation)),
    swappedBytes: swappedBytesOf(head, bitsAllocated),
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

// GE's private syntax: implicit little endian with big-endian pixels.
const gePrivate = '1.2.840.113619.5.2';

function swappedBytesOf({ dataSet, pixelData, transferSyntax }: DicomHead, bitsAllocated: number): number {
  const sampleBytes = Math.max(1, bitsAllocated / 8);
  if (transferSyntax === gePrivate) return sampleBytes;
  if (dataSet.isLittleEndian) return 1;
  if (pixelData?.vr === 'OW') return Math.max(2, sampleBytes);
  // bytes have no order, so samples of several are unknown (PS3.5 A.3)
  if (pixelData?.vr === 'OB' && sampleBytes > 1) throw new RenderFault('unsupported');
  return sampleBytes;
}

/** Returns whether frames are compressed, each an encoded image. */
export function isCompressed(transferSyntax: string): boolean {
  return transferSyntaxOf(transferSyntax).isEncapsulated;
}
