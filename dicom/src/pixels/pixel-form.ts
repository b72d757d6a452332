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

/**
 * Returns whether no image shows that its decoder is right: JPEG 2000 with signed values of at most 8 bits, which the
 * encoders known to us write wrong.
 */
export function isUnproven({ isSigned }: PixelForm, { coding, bits }: Codestream): boolean {
  return coding === 'jpeg-2000' && isSigned && bits <= 8;
}

/**
 * Returns whether the viewer's decoder is known to read such frames right, given the header of a compressed image, or
 * null for native and RLE pixels. It takes the lowest bits for the stored ones, and JPEG-LS planes for pixels. The
 * server renders all others.
 */
export function isReadableInBrowser(form: PixelForm, codestream: Codestream | null): boolean {
  const { samples, bitsStored, highBit } = form;
  if (bitsStored > 1 && highBit !== bitsStored - 1) return false;
  if (codestream === null) return true;
  const isPlanar = samples > 1 && codestream.interleave === 'plane';
  return findContradiction(form, codestream) === null && !isUnproven(form, codestream) && !isPlanar;
}

/** Returns whether stored values of 16 bits have bits above the stored ones, such as an overlay's (PS3.5 8.1.1). */
export function hasForeignBits(pixels: Uint8Array, { bitsStored, highBit, isSigned }: PixelForm): boolean {
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength & ~1);
  const above = (0xffff << (highBit + 1)) & 0xffff;
  if (above === 0 || highBit !== bitsStored - 1) return false;
  const sign = 1 << highBit;
  for (let at = 0; at < view.byteLength; at += 2) {
    const value = view.getUint16(at, true);
    const expected = isSigned && (value & sign) !== 0 ? above : 0;
    if ((value & above) !== expected) return true;
  }
  return false;
}
