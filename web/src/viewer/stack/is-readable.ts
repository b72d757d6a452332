import { isReadableInBrowser, readCodestream, transferSyntaxOf } from '@medcloud/dicom';
import { type DataSet, numberOf, textOf } from '../dicom-json.ts';
import type { EncodedFrame } from '../loading/frame-store.ts';

const paletteTags = ['00281201', '00281202', '00281203'];
const floatTags = ['7FE00008', '7FE00009'];
const rleLossless = '1.2.840.10008.1.2.5';

/** Returns whether the browser's decoder is known to read a frame right. All others are rendered by the server. */
export function isReadable(attributes: DataSet, { bytes, transferSyntax }: EncodedFrame): boolean {
  if (floatTags.some((tag) => attributes[tag] !== undefined)) return false;
  const photometric = textOf(attributes, '00280004') ?? '';
  // Segmented tables are in other elements, and large ones not in the metadata.
  const hasPalette = paletteTags.every((tag) => attributes[tag]?.InlineBinary !== undefined);
  if (photometric === 'PALETTE COLOR' && !hasPalette) return false;
  const bitsAllocated = numberOf(attributes, '00280100');
  if (bitsAllocated === undefined) return false;
  const bitsStored = numberOf(attributes, '00280101') ?? bitsAllocated;
  const samples = numberOf(attributes, '00280002') ?? 1;
  const form = {
    rows: numberOf(attributes, '00280010') ?? 0,
    columns: numberOf(attributes, '00280011') ?? 0,
    samples,
    photometric,
    bitsAllocated,
    bitsStored,
    highBit: numberOf(attributes, '00280102') ?? bitsStored - 1,
    isSigned: numberOf(attributes, '00280103') === 1,
  };
  if (!transferSyntaxOf(transferSyntax).isEncapsulated || transferSyntax === rleLossless)
    return isReadableInBrowser(form, transferSyntax, null);
  const codestream = readCodestream(bytes);
  return codestream !== null && isReadableInBrowser(form, transferSyntax, codestream);
}

/** The lowest and highest value of a decoded image, after the rescale that the decoder applied. */
interface ValueRange {
  readonly minPixelValue: number;
  readonly maxPixelValue: number;
  readonly preScale?: {
    readonly scaled?: boolean;
    readonly scalingParameters?: { readonly rescaleSlope?: number; readonly rescaleIntercept?: number };
  };
}

/** Returns whether decoded gray values are within the stored bits: bits above them may be an overlay's (PS3.5 8.1.1). */
export function isWithinStoredBits(attributes: DataSet, image: ValueRange): boolean {
  const { rescaleSlope: slope = 1, rescaleIntercept: intercept = 0 } =
    (image.preScale?.scaled ? image.preScale.scalingParameters : undefined) ?? {};
  const range = 2 ** (numberOf(attributes, '00280101') ?? 16);
  const first = numberOf(attributes, '00280103') === 1 ? -range / 2 : 0;
  const ends = [first, first + range - 1].map((stored) => stored * slope + intercept);
  const tolerance = Math.abs(slope) / 2;
  const [low, high] = [Math.min(...ends) - tolerance, Math.max(...ends) + tolerance];
  return [image.minPixelValue, image.maxPixelValue].every((value) => value >= low && value <= high);
}
