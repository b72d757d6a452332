import { inflateRawSync } from 'node:zlib';
import { type Codestream, findContradiction, frameBytes, isProven, readCodestream } from '@medcloud/dicom';
import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { decodeLossyJpeg, isLossyJpeg8 } from './decode-lossy-jpeg.ts';
import { decoderOf } from './decoders.ts';

/** A frame as native pixels: samples by pixel, low byte first, and the attributes that say how to read them. */
export interface NativeFrame {
  readonly pixels: Uint8Array;
  readonly attributes: PixelAttributes;
}

/** PS3.5 A.4.12: each frame is one raw deflate stream of native pixels. */
export const deflatedFrames = '1.2.840.10008.1.2.8.1';
// PS3.5 A.4.1: its decoder returns RGB.
export const lossyJpegSyntaxes: readonly string[] = ['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51'];
/** How decoded pixels are to be read: JPEG 2000 returns RGB (PS3.5 8.2.4), and no decoder here subsampled color. */
const decodedColors: ReadonlyMap<string, string> = new Map([
  ['YBR_RCT', 'RGB'],
  ['YBR_ICT', 'RGB'],
  ['YBR_FULL_422', 'YBR_FULL'],
]);

/** Returns the photometric interpretation of decoded pixels (PS3.3 C.7.6.3.1.2). */
export function decodedPhotometric(photometric: string, transferSyntax: string): string {
  if (lossyJpegSyntaxes.includes(transferSyntax)) return photometric.startsWith('YBR') ? 'RGB' : photometric;
  return transferSyntax === deflatedFrames ? photometric : (decodedColors.get(photometric) ?? photometric);
}

/**
 * Decodes a compressed frame. The image itself says how it is to be decoded, the data set what the pixels mean. Returns
 * null for lossy JPEG of 12 bits. Rejects with `RenderFault` `unsupported` if the image contradicts the data set or cannot be
 * decoded.
 */
export async function decodeFrame(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
): Promise<NativeFrame | null> {
  if (transferSyntax === deflatedFrames) return { pixels: inflateFrame(bytes, attributes), attributes };
  const codestream = readCodestream(bytes);
  const contradiction = codestream && findContradiction(attributes, codestream);
  if (contradiction) throw new RenderFault('unsupported', { cause: new Error(`Another ${contradiction}`) });
  if (codestream === null || !isProven(attributes, transferSyntax, codestream)) throw new RenderFault('unsupported');
  const samples = isLossyJpeg8(codestream)
    ? await decodeLossyJpeg(bytes, attributes)
    : await decodeSamples(bytes, codestream, transferSyntax);
  if (samples === null) return null;
  const photometric = decodedPhotometric(attributes.photometric, transferSyntax);
  const isMoved = codestream.bits <= attributes.highBit;
  return {
    pixels: normalize(samples, codestream, attributes),
    attributes: {
      ...attributes,
      photometric,
      planarConfiguration: 0,
      highBit: isMoved ? attributes.bitsStored - 1 : attributes.highBit,
    },
  };
}

function inflateFrame(bytes: Uint8Array, attributes: PixelAttributes): Uint8Array {
  const sizeBytes = frameBytes(attributes);
  let pixels: Uint8Array;
  try {
    // one byte of padding may follow
    pixels = inflateRawSync(bytes, { maxOutputLength: sizeBytes + 1 });
  } catch (error) {
    throw new RenderFault('unsupported', { cause: error });
  }
  if (pixels.length < sizeBytes) throw new RenderFault('unsupported');
  return pixels;
}

/** Decodes to the samples as the codec orders them; null for lossy JPEG of 12 bits. */
async function decodeSamples(
  bytes: Uint8Array,
  codestream: Codestream,
  transferSyntax: string,
): Promise<Uint8Array | null> {
  const decoder = await decoderOf(transferSyntax);
  if (decoder === undefined) return null;
  let samples: Uint8Array;
  try {
    samples = decoder(bytes, codestream.bits);
  } catch (error) {
    throw new RenderFault('unsupported', { cause: error });
  }
  const { columns, rows, components, bits } = codestream;
  if (samples.length !== columns * rows * components * (bits > 8 ? 2 : 1)) throw new RenderFault('unsupported');
  return samples;
}

/** Brings planes to pixels, and samples of 8 bits to the 16 that are allocated. */
function normalize(
  samples: Uint8Array,
  codestream: Codestream,
  { bitsAllocated, isSigned }: PixelAttributes,
): Uint8Array {
  const sampleBytes = codestream.bits > 8 ? 2 : 1;
  const byPixel = codestream.interleave === 'plane' ? toPixels(samples, codestream.components, sampleBytes) : samples;
  if (bitsAllocated === 16 && sampleBytes === 1) return widen(byPixel, codestream.bits, isSigned);
  return sampleBytes === 2 && isSigned && codestream.bits < 16 ? extendSigns(byPixel, codestream.bits) : byPixel;
}

/** Repeats the sign of each word in the bits above: readers of native pixels often take all allocated bits. */
function extendSigns(words: Uint8Array, bits: number): Uint8Array {
  const extended = Uint8Array.from(words);
  const view = new DataView(extended.buffer);
  for (let at = 0; at + 1 < extended.length; at += 2)
    view.setInt16(at, (view.getUint16(at, true) << (32 - bits)) >> (32 - bits), true);
  return extended;
}

/** Brings planes of samples to pixels (PS3.3 C.7.6.3.1.3). */
export function toPixels(planes: Uint8Array, components: number, sampleBytes: number): Uint8Array {
  if (components === 1) return planes;
  const pixels = new Uint8Array(planes.length);
  const planeLength = planes.length / components;
  for (let from = 0; from < planes.length; from++) {
    const component = Math.floor(from / planeLength);
    const inPlane = from % planeLength;
    const pixel = Math.floor(inPlane / sampleBytes);
    pixels[(pixel * components + component) * sampleBytes + (inPlane % sampleBytes)] = planes[from] ?? 0;
  }
  return pixels;
}

function widen(samples: Uint8Array, bits: number, isSigned: boolean): Uint8Array {
  const wide = new Uint8Array(samples.length * 2);
  for (let index = 0; index < samples.length; index++) {
    const value = samples[index] ?? 0;
    wide[2 * index] = value;
    if (isSigned && ((value >> (bits - 1)) & 1) === 1) wide[2 * index + 1] = 0xff;
  }
  return wide;
}
