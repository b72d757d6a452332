import type { PixelAttributes, Window } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { windowFunctions } from '../render-gray.ts';
import type { RenderedFrame } from '../rendered-frame.ts';
import { rescale } from '../rescale.ts';

const lowShare = 0.01;
const highShare = 0.99;

/**
 * Renders gray pixels of 32 or 64 bits, low byte first, to one channel of 8 bits: integers, Float Pixel Data or Double
 * Float Pixel Data (PS3.3 C.7.6.24, C.7.6.25). Without a window it uses the file's, else the values between the first and the last percent. Values that are no
 * number are black. Throws `RenderFault` `unsupported` for a frame that is not complete.
 */
export function renderWide(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
): RenderedFrame {
  const { rows, columns, photometric } = attributes;
  const values = readNumbers(bytes, attributes).map((value) => rescale(attributes, value));
  const window = requestedWindow ?? attributes.window ?? windowOf(values);
  const shareOf = windowFunctions[window.shape];
  const inverted = photometric === 'MONOCHROME1' ? 255 : 0;
  const gray = new Uint8Array(values.length);
  for (let index = 0; index < gray.length; index++) {
    const value = values[index] ?? Number.NaN;
    gray[index] = Number.isNaN(value) ? 0 : Math.round(255 * shareOf(value, window)) ^ inverted;
  }
  return { width: columns, height: rows, channels: 1, pixels: gray };
}

function readNumbers(bytes: Uint8Array, attributes: PixelAttributes): Float64Array {
  const count = attributes.rows * attributes.columns;
  if (bytes.length < count * (attributes.bitsAllocated / 8)) throw new RenderFault('unsupported');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = readerOf(view, attributes);
  return Float64Array.from({ length: count }, (_, index) => read(index));
}

function readerOf(view: DataView, attributes: PixelAttributes): (index: number) => number {
  const { isFloat, bitsAllocated, bitsStored, highBit, isSigned } = attributes;
  if (isFloat && bitsAllocated === 64) return (index) => view.getFloat64(8 * index, true);
  if (isFloat) return (index) => view.getFloat32(4 * index, true);
  const range = 2 ** bitsStored;
  const shift = highBit + 1 - bitsStored;
  return (index) => {
    // the stored bits as a number (PS3.5 8.1.1)
    const raw = (view.getUint32(4 * index, true) >>> shift) % range;
    return isSigned && raw >= range / 2 ? raw - range : raw;
  };
}

function windowOf(values: Float64Array): Window {
  const sorted = values.filter(Number.isFinite).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [low, high] = [at(lowShare), at(highShare)];
  return { center: (low + high) / 2, width: high > low ? high - low : 1, shape: 'linear-exact' };
}
