import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { nativePixels } from '../render-frame.ts';
import { decodeFrame, deflatedFrames } from './decode-frame.ts';
import { hasDecoder } from './decoders.ts';

const rleLossless = '1.2.840.10008.1.2.5';

/** Returns whether frames of a transfer syntax can be sent as Explicit VR Little Endian (PS3.5 A.2). */
export const isDecodable = (transferSyntax: string) =>
  transferSyntax === rleLossless || transferSyntax === deflatedFrames || hasDecoder(transferSyntax);

/**
 * Decodes a compressed frame to the pixels that its data set describes: low byte first, by pixel or by plane. Rejects
 * with `RenderFault` `unsupported` if the image cannot be decoded to that.
 */
export async function decodeNative(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
): Promise<Uint8Array> {
  if (![8, 16, 32].includes(attributes.bitsAllocated)) throw new RenderFault('unsupported');
  if (transferSyntax === rleLossless) return orderSamples(nativePixels(bytes, attributes, transferSyntax), attributes);
  const decoded = await decodeFrame(bytes, attributes, transferSyntax);
  if (decoded === null || decoded.attributes.highBit !== attributes.highBit) throw new RenderFault('unsupported');
  return decoded.attributes.planarConfiguration === attributes.planarConfiguration
    ? decoded.pixels
    : orderSamples(decoded.pixels, attributes);
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
