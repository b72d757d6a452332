import { frameBytes, hasNativePixels, isKnownForm, isNativeFrame } from '@medcloud/dicom';
import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { nativePixels } from '../render-frame.ts';
import { decodeFrame, deflatedFrames, lossyJpegSyntaxes } from './decode-frame.ts';
import { hasDecoder } from './decoders.ts';

const rleLossless = '1.2.840.10008.1.2.5';
// Only JPEG 2000 makes them (PS3.5 8.2.4).
const transformedColors: readonly string[] = ['YBR_RCT', 'YBR_ICT'];
// Native pixels in another order: Explicit VR Big Endian, and a private one of GE.
const bigEndianSyntaxes: readonly string[] = ['1.2.840.10008.1.2.2', '1.2.840.113619.5.2'];

/** Returns whether frames of a transfer syntax can be sent as Explicit VR Little Endian (PS3.5 A.2). */
export const isDecodable = (transferSyntax: string) =>
  [rleLossless, deflatedFrames, ...bigEndianSyntaxes, ...lossyJpegSyntaxes].includes(transferSyntax) ||
  hasDecoder(transferSyntax);

/**
 * Decodes a frame to the pixels that its data set describes: low byte first, by pixel or by plane, in the colors of
 * `decodedPhotometric`. Rejects with `RenderFault` `unsupported` if the image cannot be decoded to that.
 */
export async function decodeNative(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
): Promise<Uint8Array> {
  const isTransformed = transformedColors.includes(attributes.photometric) && !hasDecoder(transferSyntax);
  if (!isKnownForm(attributes) || isTransformed) throw new RenderFault('unsupported');
  if (hasNativePixels(transferSyntax)) {
    if (!isNativeFrame(bytes, attributes)) throw new RenderFault('unsupported');
    return nativePixels(bytes, attributes, transferSyntax).subarray(0, frameBytes(attributes));
  }
  if (transferSyntax === rleLossless) return orderSamples(nativePixels(bytes, attributes, transferSyntax), attributes);
  const decoded = await decodeFrame(bytes, attributes, transferSyntax);
  if (decoded === null) throw new RenderFault('unsupported');
  if (transferSyntax === deflatedFrames) return decoded.pixels.subarray(0, frameBytes(attributes));
  const placed = moveBits(decoded.pixels, attributes, attributes.highBit - decoded.attributes.highBit);
  return orderSamples(placed, attributes);
}

/** Moves the stored bits of a codec to the place that the data set gives them (PS3.5 8.1.1). */
function moveBits(pixels: Uint8Array, { bitsAllocated }: PixelAttributes, places: number): Uint8Array {
  if (places === 0) return pixels;
  if (bitsAllocated === 8) return pixels.map((value) => value << places);
  const moved = Uint8Array.from(pixels);
  const view = new DataView(moved.buffer);
  for (let at = 0; at + 1 < moved.length; at += 2) view.setUint16(at, view.getUint16(at, true) << places, true);
  return moved;
}

/** Brings pixels to planes if the data set says so (PS3.3 C.7.6.3.1.3). */
function orderSamples(
  pixels: Uint8Array,
  { samples, planarConfiguration, bitsAllocated }: PixelAttributes,
): Uint8Array {
  if (samples === 1 || planarConfiguration === 0) return pixels;
  const sampleBytes = bitsAllocated / 8;
  const pixelBytes = samples * sampleBytes;
  const planes = new Uint8Array(pixels.length);
  for (let from = 0; from < pixels.length; from++) {
    const inPixel = from % pixelBytes;
    const pixel = (from - inPixel) / pixelBytes;
    const inSample = inPixel % sampleBytes;
    const sample = (inPixel - inSample) / sampleBytes;
    planes[(sample * pixels.length) / samples + pixel * sampleBytes + inSample] = pixels[from] ?? 0;
  }
  return planes;
}
