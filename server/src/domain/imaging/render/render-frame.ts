import { frameBytes, readCodestream } from '@medcloud/dicom';
import type { DicomImage, NativePixelDecoder, WindowLevel } from 'dcmjs-imaging';
import { addColorMarker } from './add-color-marker.ts';
import { decodeFrame } from './decode/decode-frame.ts';
import { decodeRle } from './decode-rle.ts';
import { isCompressed, type PixelAttributes, type Window } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';
import { renderFloat } from './render-float.ts';
import { isPlainGray, renderGray } from './render-gray.ts';
import { hasColors, renderPalette } from './render-palette.ts';
import type { RenderedFrame } from './rendered-frame.ts';

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
 * estimated from its values. Native grayscale, which nearly all CT, MR and X-ray images are, takes a short way of its
 * own. Rejects with `RenderFault` `unsupported` if its pixels cannot be decoded.
 */
export async function renderFrame(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  transferSyntax: string,
  requestedWindow: Window | null,
): Promise<RenderedFrame> {
  if (!isKnownForm(attributes)) throw new RenderFault('unsupported');
  const isRle = transferSyntax === rleLossless;
  if (!isRle && isCompressed(transferSyntax)) {
    const decoded = await decodeFrame(bytes, attributes, transferSyntax);
    if (decoded !== null)
      return await renderFrame(decoded.pixels, decoded.attributes, explicitLittleEndian, requestedWindow);
    // indexes of colors do not survive lossy compression
    if (attributes.photometric === 'PALETTE COLOR') throw new RenderFault('unsupported');
    return await renderDecoded(
      addColorMarker(bytes, attributes.photometric),
      fitToJpeg(bytes, attributes),
      transferSyntax,
      requestedWindow ?? attributes.window,
    );
  }
  if (attributes.isFloat) return renderFloat(toLittleEndian(bytes, attributes), attributes, requestedWindow);
  if (hasColors(attributes))
    return renderPalette(nativePixels(bytes, attributes, transferSyntax), attributes, requestedWindow);
  if (attributes.photometric === 'PALETTE COLOR') throw new RenderFault('unsupported');
  if (isPlainGray(attributes)) {
    const isReady = !isRle && attributes.swappedBytes === 1;
    return renderGray(isReady ? bytes : nativePixels(bytes, attributes, transferSyntax), attributes, requestedWindow);
  }
  const unpacked = isRle ? unpackedBy(attributes) : attributes;
  const pixels = nativePixels(bytes, attributes, transferSyntax);
  if (pixels.length < frameBytes(unpacked)) throw new RenderFault('unsupported');
  const native = toEightBits(pixels, unpacked);
  return await renderDecoded(
    native.pixels,
    native.attributes,
    explicitLittleEndian,
    requestedWindow ?? attributes.window,
  );
}

// PS3.3 C.7.6.3.1.2, without retired ones.
const grayForms: readonly string[] = ['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR'];
const colorForms: readonly string[] = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT', 'YBR_PARTIAL_420'];

function isKnownForm({ samples, photometric, bitsAllocated, bitsStored }: PixelAttributes): boolean {
  const forms = samples === 1 ? grayForms : colorForms;
  return forms.includes(photometric) && [1, 8, 16, 32, 64].includes(bitsAllocated) && bitsStored <= bitsAllocated;
}

/** Decodes and renders a frame with dcmjs-imaging: anything that is not native grayscale of 8 or 16 bits. */
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

/**
 * Returns the pixels of a frame that needs no decoder. RLE is decoded here, because the renderer takes RLE color for
 * gray.
 */
export function nativePixels(bytes: Uint8Array, attributes: PixelAttributes, transferSyntax: string): Uint8Array {
  if (transferSyntax === rleLossless) return decodeRle(bytes, attributes);
  return toLittleEndian(bytes, attributes);
}

/** Returns the attributes of decoded RLE pixels: by pixel, and with all of the chrominance. */
function unpackedBy(attributes: PixelAttributes): PixelAttributes {
  const photometric = attributes.photometric === 'YBR_FULL_422' ? 'YBR_FULL' : attributes.photometric;
  return { ...attributes, photometric, planarConfiguration: 0 };
}

/** Returns the attributes of a JPEG image of 8 bits, also where 16 are allocated: its decoder returns one byte a sample. */
function fitToJpeg(bytes: Uint8Array, attributes: PixelAttributes): PixelAttributes {
  if (attributes.bitsAllocated === 8 || readCodestream(bytes)?.bits !== 8) return attributes;
  return { ...attributes, bitsAllocated: 8, bitsStored: 8, highBit: 7 };
}

/** Reduces colors of more than 8 bits to 8, because the renderer supports no more. */
function toEightBits(
  pixels: Uint8Array,
  attributes: PixelAttributes,
): { attributes: PixelAttributes; pixels: Uint8Array } {
  const { bitsAllocated, bitsStored, highBit, samples } = attributes;
  if (samples === 1 || bitsAllocated <= 8) return { attributes, pixels };
  const bytes = bitsAllocated / 8;
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const most = 2 ** bitsStored - 1;
  const reduced = new Uint8Array(Math.floor(pixels.length / bytes));
  for (let index = 0; index < reduced.length; index++) {
    const value = bytes === 2 ? view.getUint16(2 * index, true) : view.getUint32(4 * index, true);
    reduced[index] = Math.round((255 * (Math.floor(value / 2 ** (highBit + 1 - bitsStored)) % (most + 1))) / most);
  }
  return { attributes: { ...attributes, bitsAllocated: 8, bitsStored: 8, highBit: 7 }, pixels: reduced };
}

/** Returns native pixels with the low byte first; a copy, so the renderer's 16- and 32-bit views are aligned. */
function toLittleEndian(bytes: Uint8Array, { swappedBytes }: PixelAttributes): Uint8Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  const words = copy.subarray(0, copy.length - (copy.length % swappedBytes));
  if (swappedBytes === 2) return words.swap16();
  if (swappedBytes === 4) return words.swap32();
  return swappedBytes === 8 ? words.swap64() : copy;
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
