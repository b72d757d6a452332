import { isCompressed, type PixelAttributes } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';

/** The part of the codec that is used here; its package has no types. */
interface Codec {
  HTJ2KEncoder: new () => {
    getDecodedBuffer(frame: FrameInfo): Uint8Array;
    getEncodedBuffer(): Uint8Array;
    setQuality(isLossless: boolean, quantization: number): void;
    setProgressionOrder(order: number): void;
    setTLMMarker(isOn: boolean): void;
    setDecompositions(count: number): void;
    encode(): void;
    delete(): void;
  };
  HTJ2KDecoder: new () => {
    getEncodedBuffer(bytes: number): Uint8Array;
    getDecodedBuffer(): Uint8Array;
    decode(): void;
    delete(): void;
  };
}

interface FrameInfo {
  width: number;
  height: number;
  bitsPerSample: number;
  componentCount: number;
  isSigned: boolean;
  isUsingColorTransform: boolean;
}

// Resolution first: the beginning of a frame is a small version of it.
const rpcl = 2;
const decompositions = 5;
// Smaller frames are not worth encoding.
const minSidePixels = 64;

/** Loads the codec. Throws `missing` if it cannot be loaded on this machine. */
export async function loadCodec(): Promise<Codec> {
  try {
    const { default: open } = await import('@cornerstonejs/codec-openjph/wasmjs');
    const codec = await open();
    if (!isCodec(codec)) throw new TypeError('codec-openjph exports something else');
    return codec;
  } catch (error) {
    throw new RenderFault('missing', { cause: error });
  }
}

function isCodec(value: unknown): value is Codec {
  return typeof value === 'object' && value !== null && 'HTJ2KEncoder' in value && 'HTJ2KDecoder' in value;
}

/** Returns whether such frames are encoded as HTJ2K: uncompressed, gray or color by pixel, whole bytes. */
export function isWorthEncoding(transferSyntax: string, attributes: PixelAttributes): boolean {
  const { samples, planarConfiguration, bitsAllocated, photometric, rows, columns } = attributes;
  const isGray = samples === 1 && (bitsAllocated === 8 || bitsAllocated === 16) && !photometric.startsWith('PALETTE');
  const isColor = samples === 3 && bitsAllocated === 8 && planarConfiguration === 0 && photometric === 'RGB';
  return !isCompressed(transferSyntax) && (isGray || isColor) && Math.min(rows, columns) >= minSidePixels;
}

/**
 * Encodes a frame as lossless HTJ2K, then decodes it and compares every byte. Returns null if it differs (bits outside
 * the stored ones, a truncated frame) or is not smaller: the frame then stays as it is.
 */
export function encodeHtj2k(
  codec: Codec,
  pixels: Uint8Array,
  attributes: PixelAttributes,
): Uint8Array<ArrayBuffer> | null {
  const { rows, columns, samples, bitsAllocated, bitsStored, isSigned } = attributes;
  if (pixels.length !== rows * columns * samples * (bitsAllocated / 8)) return null;
  const info = {
    width: columns,
    height: rows,
    bitsPerSample: Math.min(bitsStored, bitsAllocated),
    componentCount: samples,
    isSigned,
    isUsingColorTransform: samples === 3,
  };
  const encoded = encodePixels(codec, pixels, info);
  return encoded.length < pixels.length && isSame(codec, encoded, pixels) ? encoded : null;
}

function encodePixels(codec: Codec, pixels: Uint8Array, info: FrameInfo): Uint8Array<ArrayBuffer> {
  const encoder = new codec.HTJ2KEncoder();
  try {
    encoder.getDecodedBuffer(info).set(pixels);
    encoder.setQuality(true, 0);
    encoder.setProgressionOrder(rpcl);
    encoder.setTLMMarker(true);
    encoder.setDecompositions(decompositions);
    encoder.encode();
    return Uint8Array.from(encoder.getEncodedBuffer());
  } finally {
    encoder.delete();
  }
}

/** Compares in the decoder's memory, without a copy. */
function isSame(codec: Codec, encoded: Uint8Array, pixels: Uint8Array): boolean {
  return withDecodedPixels(codec, encoded, (decoded) => Buffer.compare(decoded, pixels) === 0);
}

/** Decodes an HTJ2K frame to its pixels. */
export function decodeHtj2k(codec: Codec, encoded: Uint8Array): Buffer {
  return withDecodedPixels(codec, encoded, (decoded) => Buffer.from(decoded));
}

/** Passes the decoded pixels to `use`. They are the decoder's memory and invalid afterwards. */
function withDecodedPixels<Result>(codec: Codec, encoded: Uint8Array, use: (decoded: Uint8Array) => Result): Result {
  const decoder = new codec.HTJ2KDecoder();
  try {
    decoder.getEncodedBuffer(encoded.length).set(encoded);
    decoder.decode();
    return use(decoder.getDecodedBuffer());
  } finally {
    decoder.delete();
  }
}
