import { frameBytes, hasNativePixels } from '@medcloud/dicom';
import { decodedPhotometric, toPixels } from '../decode/decode-frame.ts';
import { decodeNative } from '../decode/decode-native.ts';
import { encodeBaselineJpeg } from '../encode-image.ts';
import { renderColor } from '../native/render-color.ts';
import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { encoderOf, type FrameInfo, type LosslessSyntax, losslessSyntaxes } from './encoders.ts';

/** JPEG Baseline, the only form with loss, of 8 bits (PS3.5 A.4.1). */
export const jpegBaseline = '1.2.840.10008.1.2.4.50';
/** The transfer syntaxes that a frame can be encoded in for a response. */
export const encodedSyntaxes = [jpegBaseline, ...losslessSyntaxes] as const;
export type EncodedSyntax = (typeof encodedSyntaxes)[number];

export const isEncodedSyntax = (name: string): name is EncodedSyntax => encodedSyntaxes.some((one) => one === name);

/**
 * Encodes a frame in another transfer syntax. A lossless one is decoded again and every stored bit compared. Rejects
 * with `RenderFault`: `unsupported` if the frame cannot be decoded, `not_encodable` if it has no such form: other than 8
 * bits, or indexes of colors, as JPEG; bits beside the stored ones; a byte of signed values as JPEG 2000.
 */
export async function encodeFrame(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  stored: string,
  syntax: EncodedSyntax,
): Promise<Uint8Array> {
  const frame = await toSamples(bytes, attributes, stored);
  return syntax === jpegBaseline ? await encodeLossy(frame) : await encodeLossless(frame, syntax);
}

interface Samples {
  /** By pixel, low byte first. */
  readonly pixels: Uint8Array;
  readonly attributes: PixelAttributes;
}

async function toSamples(bytes: Uint8Array, attributes: PixelAttributes, stored: string): Promise<Samples> {
  const { samples, planarConfiguration, bitsAllocated } = attributes;
  const isPlanar = samples > 1 && planarConfiguration === 1;
  const pixels = await decodeNative(bytes, attributes, stored);
  const photometric = hasNativePixels(stored)
    ? attributes.photometric
    : decodedPhotometric(attributes.photometric, stored);
  return {
    pixels: isPlanar ? toPixels(pixels, samples, bitsAllocated / 8) : pixels,
    attributes: { ...attributes, photometric, planarConfiguration: 0, swappedBytes: 1 },
  };
}

async function encodeLossy({ pixels, attributes }: Samples): Promise<Uint8Array> {
  const { bitsAllocated, bitsStored, isSigned, photometric, rows, columns } = attributes;
  if (bitsAllocated !== 8 || bitsStored !== 8 || isSigned || photometric === 'PALETTE COLOR')
    throw new RenderFault('not_encodable');
  return await encodeBaselineJpeg(
    attributes.samples === 1 ? { width: columns, height: rows, channels: 1, pixels } : renderColor(pixels, attributes),
  );
}

async function encodeLossless({ pixels, attributes }: Samples, syntax: LosslessSyntax): Promise<Uint8Array> {
  const { rows, columns, samples, bitsAllocated, bitsStored, photometric } = attributes;
  const isComplete = frameBytes(attributes) === rows * columns * samples * (bitsAllocated / 8);
  if (![8, 16].includes(bitsAllocated) || !isComplete || attributes.isFloat) throw new RenderFault('not_encodable');
  const encode = await encoderOf(syntax);
  const frame: FrameInfo = {
    width: columns,
    height: rows,
    bitsPerSample: bitsStored,
    componentCount: samples,
    isSigned: attributes.isSigned && syntax !== '1.2.840.10008.1.2.4.80',
    isUsingColorTransform: samples === 3 && photometric === 'RGB',
  };
  const stored = takeStoredBits(pixels, attributes, frame.isSigned);
  const encoded = run(() => encode(bitsStored <= 8 && bitsAllocated === 16 ? narrow(stored) : stored, frame));
  const aligned = { ...attributes, highBit: bitsStored - 1 };
  const decoded = await decodeNative(encoded, aligned, syntax).catch(() => null);
  if (decoded === null || !takeStoredBits(decoded, aligned, frame.isSigned).equals(stored))
    throw new RenderFault('not_encodable');
  return encoded;
}

/** Calls a codec, which throws numbers. */
function run(work: () => Uint8Array): Uint8Array {
  try {
    return work();
  } catch (error) {
    throw new RenderFault('not_encodable', { cause: error });
  }
}

/** Returns the stored bits of each sample alone, at its lowest bits (PS3.5 8.1.1), with the sign repeated above. */
function takeStoredBits(
  pixels: Uint8Array,
  { bitsAllocated, bitsStored, highBit }: PixelAttributes,
  isSigned: boolean,
): Buffer {
  const taken = Buffer.from(pixels);
  const shift = highBit + 1 - bitsStored;
  const unused = 32 - bitsStored;
  for (let at = 0; at < taken.length; at += bitsAllocated / 8) {
    const word = bitsAllocated === 8 ? taken.readUInt8(at) : taken.readUInt16LE(at);
    const upper = (word >>> shift) << unused;
    const value = isSigned ? upper >> unused : upper >>> unused;
    if (bitsAllocated === 8) taken.writeUInt8(value & 0xff, at);
    else taken.writeUInt16LE(value & 0xffff, at);
  }
  return taken;
}

/** Codecs take samples of up to 8 bits as bytes. */
function narrow(words: Buffer): Uint8Array {
  return Uint8Array.from({ length: words.length / 2 }, (_, index) => words[2 * index] ?? 0);
}
