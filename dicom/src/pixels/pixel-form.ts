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
}

// Native and lossy JPEG pixels have chrominance for every second pixel; other decoders return all of it.
const subsampled = 'YBR_FULL_422';

/** Returns the bytes of a complete native frame (PS3.5 8.1.1, PS3.3 C.7.6.3.1.2). */
export function frameBytes({ rows, columns, samples, bitsAllocated, photometric }: PixelForm): number {
  const values = photometric === subsampled ? 2 : samples;
  return Math.ceil((rows * columns * values * bitsAllocated) / 8);
}

/** How an image contradicts the data set that it belongs to. */
export type Contradiction = 'size' | 'components' | 'bits';

/**
 * Compares a compressed image with its data set: another size, another number of components, or more bits than are
 * allocated, or bits in another place than the data set says. Returns null if they agree.
 */
export function findContradiction(form: PixelForm, codestream: Codestream): Contradiction | null {
  if (codestream.columns !== form.columns || codestream.rows !== form.rows) return 'size';
  if (codestream.components !== form.samples) return 'components';
  if (codestream.bits > form.bitsAllocated) return 'bits';
  const isAligned = form.highBit === form.bitsStored - 1;
  const hasStoredBits = codestream.bits > form.highBit || codestream.bits === form.bitsStored;
  return isAligned || hasStoredBits ? null : 'bits';
}

// PS3.6 table A-1. Lossy and lossless JPEG, JPEG-LS, JPEG 2000 and HTJ2K.
const codings: ReadonlyMap<string, Codestream['coding']> = new Map([
  ['1.2.840.10008.1.2.4.50', 'jpeg'],
  ['1.2.840.10008.1.2.4.51', 'jpeg'],
  ['1.2.840.10008.1.2.4.57', 'jpeg-lossless'],
  ['1.2.840.10008.1.2.4.70', 'jpeg-lossless'],
  ['1.2.840.10008.1.2.4.80', 'jpeg-ls'],
  ['1.2.840.10008.1.2.4.81', 'jpeg-ls'],
]);

/**
 * Returns whether a compressed image may be shown: its coding is that of the transfer syntax, it is complete, and files
 * of such images show that the decoders are right. None shows it for JPEG of more than 8 bits in color or more than 12
 * with loss, nor for JPEG 2000 with signed values of at most 8 bits, which the encoders known to us write wrong.
 */
export function isProven(form: PixelForm, transferSyntax: string, codestream: Codestream): boolean {
  const { coding, bits, components, isComplete } = codestream;
  if (coding !== (codings.get(transferSyntax) ?? 'jpeg-2000') || !isComplete) return false;
  if (coding === 'jpeg-2000') return bits > 8 || !(form.isSigned || codestream.isSigned);
  if (coding === 'jpeg-ls') return true;
  return (components === 1 || bits <= 8) && (coding === 'jpeg-lossless' || bits === 8 || bits === 12);
}

const bigEndian = '1.2.840.10008.1.2.2';
/** Native pixels that the viewer's decoder reads: little endian, and big endian in words. RLE too. */
const readableSyntaxes: readonly string[] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99'];
const rleLossless = '1.2.840.10008.1.2.5';

function isReadableNative({ bitsAllocated }: PixelForm, transferSyntax: string): boolean {
  if (transferSyntax === bigEndian) return bitsAllocated === 16;
  return transferSyntax === rleLossless || readableSyntaxes.includes(transferSyntax);
}

/**
 * Returns whether the viewer's decoder is known to read such frames right, given the header of a compressed image, or
 * null for native and RLE pixels. It takes the lowest bits for the stored ones, colors of 16 bits for 8, and JPEG-LS
 * planes for pixels. The server renders all others.
 */
export function isReadableInBrowser(form: PixelForm, transferSyntax: string, codestream: Codestream | null): boolean {
  const { samples, bitsAllocated, bitsStored, highBit, photometric } = form;
  if (highBit !== bitsStored - 1 || (samples > 1 && bitsAllocated > 8)) return false;
  if (photometric === subsampled && codestream?.coding !== 'jpeg') return false;
  if (codestream === null) return isReadableNative(form, transferSyntax);
  const isPlanar = samples > 1 && codestream.interleave === 'plane';
  return findContradiction(form, codestream) === null && isProven(form, transferSyntax, codestream) && !isPlanar;
}
