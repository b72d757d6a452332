import type { Codestream } from './codestream.ts';
import { findContradiction, isKnownForm, isProven, type PixelForm } from './pixel-form.ts';

const bigEndian = '1.2.840.10008.1.2.2';
/** Native pixels that the viewer's decoder reads: little endian, and big endian in words. RLE too. */
const readableSyntaxes: readonly string[] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99'];
const rleLossless = '1.2.840.10008.1.2.5';

/** The colors that the viewer's decoder reads of each coding. JPEG 2000 returns its own in RGB. */
const readableColors: Readonly<Record<Codestream['coding'] | 'native', readonly string[]>> = {
  native: ['RGB', 'YBR_FULL'],
  jpeg: ['RGB', 'YBR_FULL', 'YBR_FULL_422'],
  'jpeg-lossless': ['RGB'],
  'jpeg-ls': ['RGB'],
  'jpeg-2000': ['RGB', 'YBR_RCT', 'YBR_ICT'],
};

/**
 * Returns whether the viewer's decoder is known to read such frames right, given the header of a compressed image, or
 * null for native and RLE pixels. It takes the lowest bits for the stored ones, colors of other than 8 bits for 8, and
 * planes of a compressed image for pixels. The server renders all others.
 */
export function isReadableInBrowser(form: PixelForm, transferSyntax: string, codestream: Codestream | null): boolean {
  if (!isKnownForm(form) || form.highBit !== form.bitsStored - 1) return false;
  const coding = codestream?.coding ?? 'native';
  if (!(form.samples === 1 ? isReadableGray(form, coding) : isReadableColor(form, coding))) return false;
  if (codestream === null) return isReadableNative(form, transferSyntax);
  const isPlanar = form.samples > 1 && (codestream.interleave === 'plane' || form.planarConfiguration === 1);
  return findContradiction(form, codestream) === null && isProven(form, transferSyntax, codestream) && !isPlanar;
}

function isReadableGray({ bitsAllocated, isSigned, photometric }: PixelForm, coding: keyof typeof readableColors) {
  const isUnsignedByte = bitsAllocated === 8 && !isSigned;
  return photometric === 'PALETTE COLOR'
    ? isUnsignedByte && coding === 'native'
    : isUnsignedByte || bitsAllocated === 16;
}

function isReadableColor({ bitsAllocated, bitsStored, photometric }: PixelForm, coding: keyof typeof readableColors) {
  return bitsAllocated === 8 && bitsStored === 8 && readableColors[coding].includes(photometric);
}

function isReadableNative({ bitsAllocated }: PixelForm, transferSyntax: string): boolean {
  if (transferSyntax === bigEndian) return bitsAllocated === 16;
  return transferSyntax === rleLossless || readableSyntaxes.includes(transferSyntax);
}
