import { hasNativePixels, isKnownForm, isNativeFrame } from '@medcloud/dicom';
import type { DicomImage, NativePixelDecoder, WindowLevel } from 'dcmjs-imaging';
import { decodeFrame } from './decode/decode-frame.ts';
import { decodeRle } from './decode-rle.ts';
import { renderColor } from './native/render-color.ts';
import { hasColors, renderPalette } from './native/render-palette.ts';
import { renderWide } from './native/render-wide.ts';
import { isCompressed, type PixelAttributes, type Window } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';
import { isPlainGray, renderGray } from './render-gray.ts';
import type { ImageSize, RenderedFrame } from './rendered-frame.ts';

interface Renderer {
  readonly DicomImage: typeof DicomImage;
  readonly NativePixelDecoder: typeof NativePixelDecoder;
  readonly WindowLevel: typeof WindowLevel;
}

const explicitLittleEndian = '1.2.840.10008.1.2.1';
const rleLossless = '1.2.840.10008.1.2.5';

/** Loads the module that decodes and renders. Throws `missing` if it cannot be loaded on this machine. */
async function loadRenderer(): Promise<Renderer> {
  try {
    const loaded: { default?: unknown } = await import('dcmjs-imaging');
    if (!isRenderer(loaded.default)) throw new TypeError('dcmjs-imaging exports something else');
    const renderer = loaded.default;
    if (!renderer.NativePixelDecoder.isInitialized()) await renderer.NativePixelDecoder.initializeAsync();
    return renderer;
  } catch (error) {
    throw new RenderFault('missing', { cause: error });
  }
}

function isRenderer(value: unknown): value is Renderer {
  return typeof value === 'object' && value !== null && 'DicomImage' in value && 'NativePixelDecoder' in value;
}

/**
 * Renders one frame, given its bytes as stored in the file. Uses the requested window, else the file's, else one
 * estimated from its values. A gray frame may be smaller than the file's, but not than the `size` that it is to be shown
 * in. Rejects with `RenderFault` `unsupported` if its pixels cannot be decoded.
 */
export async function renderFrame(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
  requestedWindow: Window | null,
  size: ImageSize | null = null,
): Promise<RenderedFrame> {
  if (!isRenderable(attributes)) throw new RenderFault('unsupported');
  const isRle = transferSyntax === rleLossless;
  if (!isRle && isCompressed(transferSyntax)) {
    const decoded = await decodeFrame(bytes, attributes, transferSyntax);
    if (decoded !== null)
      return await renderFrame(decoded.pixels, decoded.attributes, explicitLittleEndian, requestedWindow, size);
    if (attributes.photometric === 'PALETTE COLOR') throw new RenderFault('unsupported');
    return await renderDecoded(bytes, attributes, transferSyntax, requestedWindow ?? attributes.window);
  }
  if (!isRle && !(hasNativePixels(transferSyntax) && isNativeFrame(bytes, attributes)))
    throw new RenderFault('unsupported');
  const pixels = nativePixels(bytes, attributes, transferSyntax);
  return renderNative(pixels, isRle ? unpackedBy(attributes) : attributes, requestedWindow, size);
}

/** Renders native pixels, low byte first. */
function renderNative(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
  size: ImageSize | null,
): RenderedFrame {
  if (attributes.bitsAllocated === 1)
    return renderNative(unpackBits(bytes, attributes), { ...attributes, bitsAllocated: 8 }, requestedWindow, size);
  if (attributes.samples === 3) return renderColor(bytes, attributes);
  if (hasColors(attributes)) return renderPalette(bytes, attributes, requestedWindow);
  if (attributes.photometric === 'PALETTE COLOR') throw new RenderFault('unsupported');
  return isPlainGray(attributes)
    ? renderGray(bytes, attributes, requestedWindow, size)
    : renderWide(bytes, attributes, requestedWindow);
}

/** Brings single bits to bytes, the first one of each byte being its lowest (PS3.5 8.1.1). */
function unpackBits(bytes: Uint8Array, { rows, columns }: PixelAttributes): Uint8Array {
  return Uint8Array.from({ length: rows * columns }, (_, index) => ((bytes[index >> 3] ?? 0) >> (index & 7)) & 1);
}

/** Decodes and renders lossy JPEG of 12 bits with dcmjs-imaging. */
export async function renderDecoded(
  pixels: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
  window: Window | null,
): Promise<RenderedFrame> {
  const { DicomImage, WindowLevel } = await loadRenderer();
  try {
    const image = new DicomImage(elementsOf(attributes, pixels), transferSyntax);
    const windowLevel = window === null ? {} : { windowLevel: new WindowLevel(window.width, window.center) };
    const rendered = image.render({ frame: 0, renderOverlays: false, ...windowLevel });
    return { width: rendered.width, height: rendered.height, channels: 4, pixels: new Uint8Array(rendered.pixels) };
  } catch (error) {
    throw new RenderFault('unsupported', { cause: error });
  }
}

/** Returns the native pixels of a frame that needs no codec, low byte first. */
export function nativePixels(bytes: Uint8Array, attributes: PixelAttributes, transferSyntax: string): Uint8Array {
  if (transferSyntax === rleLossless) return decodeRle(bytes, attributes);
  return toLittleEndian(bytes, attributes);
}

/** Returns the attributes of decoded RLE pixels: by pixel, and with all of the chrominance. */
function unpackedBy(attributes: PixelAttributes): PixelAttributes {
  const photometric = attributes.photometric === 'YBR_FULL_422' ? 'YBR_FULL' : attributes.photometric;
  return { ...attributes, photometric, planarConfiguration: 0 };
}

/** Floating-point pixels are gray alone (PS3.3 C.7.6.24), and integers have 32 bits at most. */
function isRenderable(attributes: PixelAttributes): boolean {
  const { isFloat, photometric, bitsAllocated } = attributes;
  const hasBits = isFloat ? bitsAllocated >= 32 && photometric.startsWith('MONOCHROME') : bitsAllocated <= 32;
  return hasBits && isKnownForm(attributes);
}

/** Returns native pixels with the low byte first. Throws `unsupported` for a frame that ends within a word. */
function toLittleEndian(bytes: Uint8Array, { swappedBytes }: PixelAttributes): Uint8Array {
  if (swappedBytes === 1) return bytes;
  if (bytes.length % swappedBytes > 0) throw new RenderFault('unsupported');
  const words = Buffer.from(Uint8Array.from(bytes).buffer);
  if (swappedBytes === 2) return words.swap16();
  return swappedBytes === 4 ? words.swap32() : words.swap64();
}

/** Returns the frame as a data set with the attribute names of the renderer. */
function elementsOf(attributes: PixelAttributes, pixels: Uint8Array): Record<string, unknown> {
  return {
    Rows: attributes.rows,
    Columns: attributes.columns,
    NumberOfFrames: 1,
    SamplesPerPixel: attributes.samples,
    PhotometricInterpretation: attributes.photometric,
    BitsAllocated: attributes.bitsAllocated,
    BitsStored: attributes.bitsStored,
    HighBit: attributes.highBit,
    PixelRepresentation: attributes.isSigned ? 1 : 0,
    PlanarConfiguration: attributes.planarConfiguration,
    RescaleSlope: attributes.slope,
    RescaleIntercept: attributes.intercept,
    PixelData: [bufferOf(pixels)],
    _vrMap: { PixelData: attributes.bitsAllocated > 8 ? 'OW' : 'OB' },
  };
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
