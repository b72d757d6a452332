import { isReadableInBrowser, readCodestream } from '@medcloud/dicom';
import { type DataSet, numberOf, textOf } from '../dicom-json.ts';
import type { EncodedFrame } from '../loading/frame-store.ts';

const paletteTags = ['00281201', '00281202', '00281203'];
const floatTags = ['7FE00008', '7FE00009'];
const rleLossless = '1.2.840.10008.1.2.5';
// PS3.5 annex A: native pixels, implicit and explicit, deflated, big endian, and GE's private syntax.
const nativeSyntaxes = [
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.1.99',
  '1.2.840.10008.1.2.2',
  '1.2.840.113619.5.2',
];

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
  if (nativeSyntaxes.includes(transferSyntax) || transferSyntax === rleLossless)
    return isReadableInBrowser(form, transferSyntax, null);
  const codestream = readCodestream(bytes);
  return codestream !== null && isReadableInBrowser(form, transferSyntax, codestream);
}

interface Values {
  readonly lowest: number;
  readonly highest: number;
  /** Of the rescale that the decoder applied. */
  readonly slope: number;
  readonly intercept: number;
}

/** Returns whether decoded gray values are within the stored bits: bits above them may be an overlay's (PS3.5 8.1.1). */
export function isWithinStoredBits(attributes: DataSet, { lowest, highest, slope, intercept }: Values): boolean {
  const range = 2 ** (numberOf(attributes, '00280101') ?? 16);
  const first = numberOf(attributes, '00280103') === 1 ? -range / 2 : 0;
  const ends = [first, first + range - 1].map((stored) => stored * slope + intercept);
  const tolerance = Math.abs(slope) / 2;
  return lowest >= Math.min(...ends) - tolerance && highest <= Math.max(...ends) + tolerance;
}
