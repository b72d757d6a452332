import type { Decoder } from '../decode/decoders.ts';
import { isCompressed, type PixelAttributes } from '../pixel-attributes.ts';
import type { Encoder } from './encoders.ts';

// Smaller frames are not worth encoding.
const minSidePixels = 64;

/** Returns whether such frames are encoded as HTJ2K: uncompressed, gray or color by pixel, whole bytes. */
export function isWorthEncoding(transferSyntax: string, attributes: PixelAttributes): boolean {
  const { samples, planarConfiguration, bitsAllocated, photometric, rows, columns } = attributes;
  const isGray = samples === 1 && (bitsAllocated === 8 || bitsAllocated === 16) && !photometric.startsWith('PALETTE');
  const isColor = samples === 3 && bitsAllocated === 8 && planarConfiguration === 0 && photometric === 'RGB';
  return !isCompressed(transferSyntax) && (isGray || isColor) && Math.min(rows, columns) >= minSidePixels;
}

/** Encoder and decoder of HTJ2K. */
export interface Htj2kCodec {
  readonly encode: Encoder;
  readonly decode: Decoder;
}

/**
 * Encodes a frame as lossless HTJ2K, then decodes it and compares every byte. Returns null if it differs (bits outside
 * the stored ones, a truncated frame) or is not smaller: the frame then stays as it is.
 */
export function encodeHtj2k(
  { encode, decode }: Htj2kCodec,
  pixels: Uint8Array,
  attributes: PixelAttributes,
): Uint8Array<ArrayBuffer> | null {
  const { rows, columns, samples, bitsAllocated, bitsStored, isSigned } = attributes;
  if (pixels.length !== rows * columns * samples * (bitsAllocated / 8)) return null;
  const encoded = encode(pixels, {
    width: columns,
    height: rows,
    bitsPerSample: Math.min(bitsStored, bitsAllocated),
    componentCount: samples,
    isSigned,
    isUsingColorTransform: samples === 3,
  });
  const isSame = encoded.length < pixels.length && Buffer.compare(decode(encoded, bitsStored), pixels) === 0;
  return isSame ? encoded : null;
}
