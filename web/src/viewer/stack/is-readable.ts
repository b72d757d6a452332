import {
  isCompleteRle,
  isNativeFrame,
  isReadableInBrowser,
  type PixelForm,
  readCodestream,
  transferSyntaxOf,
} from '@medcloud/dicom';
import { type DataSet, numberOf, textOf } from '@medcloud/dicom/json';
import type { EncodedFrame } from '../loading/frame-store.ts';

const paletteTags = ['00281201', '00281202', '00281203'];
const floatTags = ['7FE00008', '7FE00009'];
const rleLossless = '1.2.840.10008.1.2.5';

const modalityLut = '00283000';
const coloredPresentations: readonly (string | undefined)[] = ['COLOR', 'MIXED'];

/** Returns whether the browser's decoder is known to read a frame right. All others are rendered by the server. */
export function isReadable(attributes: DataSet, { bytes, transferSyntax }: EncodedFrame): boolean {
  if (!hasReadableValues(attributes)) return false;
  const form = pixelFormOf(attributes);
  if (form === null) return false;
  if (transferSyntax === rleLossless)
    return isReadableInBrowser(form, transferSyntax, null) && isCompleteRle(bytes, form);
  if (!transferSyntaxOf(transferSyntax).isEncapsulated)
    return isReadableInBrowser(form, transferSyntax, null) && isNativeFrame(bytes, form);
  const codestream = readCodestream(bytes);
  return codestream !== null && isReadableInBrowser(form, transferSyntax, codestream);
}

/** Returns whether the decoder knows what the stored values mean: a color, or a value after the rescale. */
function hasReadableValues(attributes: DataSet): boolean {
  if ([...floatTags, modalityLut].some((tag) => attributes[tag] !== undefined)) return false;
  // a supplemental palette (PS3.3 C.7.6.19)
  if (coloredPresentations.includes(textOf(attributes, '00089205')) && attributes['00281101']) return false;
  // Segmented tables are in other elements, and large ones not in the metadata.
  const hasPalette = paletteTags.every((tag) => attributes[tag]?.InlineBinary !== undefined);
  return textOf(attributes, '00280004') !== 'PALETTE COLOR' || hasPalette;
}

function pixelFormOf(attributes: DataSet): PixelForm | null {
  const bitsAllocated = numberOf(attributes, '00280100');
  const representation = numberOf(attributes, '00280103') ?? 0;
  if (bitsAllocated === undefined || representation > 1) return null;
  const bitsStored = numberOf(attributes, '00280101') ?? bitsAllocated;
  return {
    rows: numberOf(attributes, '00280010') ?? 0,
    columns: numberOf(attributes, '00280011') ?? 0,
    samples: numberOf(attributes, '00280002') ?? 1,
    photometric: textOf(attributes, '00280004') ?? '',
    bitsAllocated,
    bitsStored,
    highBit: numberOf(attributes, '00280102') ?? bitsStored - 1,
    isSigned: representation === 1,
    planarConfiguration: numberOf(attributes, '00280006') ?? 0,
  };
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
