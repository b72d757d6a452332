import type { Codestream } from './codestream.ts';

/** The attributes that say how to read a frame's pixels (PS3.3 C.7.6.3.1). */
export interface PixelForm {
  readonly rows: number;
  readonly columns: number;
  readonly samples: number;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  readonly planarConfiguration: number;
}

// Native and lossy JPEG pixels have chrominance for every second pixel; other decoders return all of it.
const subsampled = 'YBR_FULL_422';

/** Returns the bytes of a complete native frame (PS3.5 8.1.1, PS3.3 C.7.6.3.1.2). */
export function frameBytes({ rows, columns, samples, bitsAllocated, photometric }: PixelForm): number {
  const values = photometric === subsampled ? 2 : samples;
  return Math.ceil((rows * columns * values * bitsAllocated) / 8);
}

/** Returns whether a native frame has its length, with a byte of padding at most. */
export function isNativeFrame(bytes: Uint8Array, form: PixelForm): boolean {
  const paddingBytes = bytes.length - frameBytes(form);
  return paddingBytes === 0 || paddingBytes === 1;
}

// PS3.3 C.7.6.3.1.2, without retired ones, and those of video.
const grayForms: readonly string[] = ['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR'];
const transformedForms: readonly string[] = ['YBR_RCT', 'YBR_ICT'];
const colorForms: readonly string[] = ['RGB', 'YBR_FULL', subsampled, ...transformedForms];

/** Returns whether a data set is one that the standard knows and does not contradict itself (PS3.3 C.7.6.3.1). */
export function isKnownForm(form: PixelForm): boolean {
  const { samples, photometric, bitsAllocated, bitsStored, highBit, isSigned, planarConfiguration } = form;
  const hasBits = [1, 8, 16, 32, 64].includes(bitsAllocated) && bitsStored > 0;
  if (!hasBits || highBit < bitsStored - 1 || highBit >= bitsAllocated) return false;
  if (samples === 1) return grayForms.includes(photometric);
  const isOrdered = planarConfiguration === 0 || (planarConfiguration === 1 && photometric !== subsampled);
  return samples === 3 && colorForms.includes(photometric) && bitsAllocated > 1 && !isSigned && isOrdered;
}

/** How an image contradicts the data set that it belongs to. */
export type Contradiction = 'size' | 'components' | 'bits' | 'sign' | 'color';

/**
 * Compares a compressed image with its data set: another size, another number of components, or more bits than are
 * allocated, bits in another place than the data set says, a sign that only one of both knows, or other colors. Returns
 * null if they agree.
 */
export function findContradiction(form: PixelForm, codestream: Codestream): Contradiction | null {
  if (codestream.columns !== form.columns || codestream.rows !== form.rows) return 'size';
  if (codestream.components !== form.samples) return 'components';
  if (!hasSameBits(form, codestream)) return 'bits';
  // fewer bits than are stored do not say which values are negative
  const isSignKnown = codestream.isSigned || !form.isSigned || codestream.bits >= form.bitsStored;
  if (!isSignKnown || (codestream.isSigned && !form.isSigned)) return 'sign';
  return codestream.components === 1 || hasSameColors(form, codestream) ? null : 'color';
}

function hasSameBits({ bitsAllocated, bitsStored, highBit }: PixelForm, { bits }: Codestream): boolean {
  const isAligned = highBit === bitsStored - 1;
  return bits <= bitsAllocated && (isAligned || bits > highBit || bits === bitsStored);
}

/** A transform makes RGB (PS3.5 8.2.4), also of a data set that says RGB; only JPEG 2000 has one. */
function hasSameColors({ photometric }: PixelForm, { hasColorTransform }: Codestream): boolean {
  const isTransformed = transformedForms.includes(photometric);
  return hasColorTransform ? isTransformed || photometric === 'RGB' : !isTransformed;
}

// PS3.6 table A-1. Lossy and lossless JPEG, JPEG-LS, JPEG 2000 and HTJ2K.
const codings: ReadonlyMap<string, Codestream['coding']> = new Map([
  ['1.2.840.10008.1.2.4.50', 'jpeg'],
  ['1.2.840.10008.1.2.4.51', 'jpeg'],
  ['1.2.840.10008.1.2.4.57', 'jpeg-lossless'],
  ['1.2.840.10008.1.2.4.70', 'jpeg-lossless'],
  ['1.2.840.10008.1.2.4.80', 'jpeg-ls'],
  ['1.2.840.10008.1.2.4.81', 'jpeg-ls'],
  ['1.2.840.10008.1.2.4.90', 'jpeg-2000'],
  ['1.2.840.10008.1.2.4.91', 'jpeg-2000'],
  ['1.2.840.10008.1.2.4.201', 'jpeg-2000'],
  ['1.2.840.10008.1.2.4.202', 'jpeg-2000'],
  ['1.2.840.10008.1.2.4.203', 'jpeg-2000'],
]);

/**
 * Returns whether a compressed image may be shown: its coding is that of the transfer syntax, it is complete, and files
 * of such images show that the decoders are right. None shows it for JPEG of more than 8 bits in color or more than 12
 * with loss, nor for JPEG 2000 with signed values of at most 8 bits, which the encoders known to us write wrong.
 */
export function isProven(form: PixelForm, transferSyntax: string, codestream: Codestream): boolean {
  const { coding, bits, components, isComplete } = codestream;
  if (coding !== codings.get(transferSyntax) || !isComplete || ![8, 16].includes(form.bitsAllocated)) return false;
  if (coding === 'jpeg-2000') return bits > 8 || !(form.isSigned || codestream.isSigned);
  if (coding === 'jpeg-ls') return true;
  if (components > 1 && bits > 8) return false;
  return coding === 'jpeg-lossless' || ((bits === 8 || bits === 12) && bits <= form.bitsStored);
}
