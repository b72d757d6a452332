import type { PixelAttributes, Window } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';
import { windowFunctions } from './render-gray.ts';
import type { RenderedFrame } from './rendered-frame.ts';

const lowShare = 0.01;
const highShare = 0.99;

/**
 * Renders Float Pixel Data or Double Float Pixel Data (PS3.3 C.7.6.24, C.7.6.25), low byte first, to one channel of 8
 * bits. Without a window it uses the file's, else the values between the first and the last percent. Values that are no
 * number are black. Throws `RenderFault` `unsupported` for a frame that is not complete.
 */
export function renderFloat(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
): RenderedFrame {
  const { rows, columns, bitsAllocated, slope, intercept, photometric } = attributes;
  const values = readFloats(bytes, rows * columns, bitsAllocated).map((value) => value * slope + intercept);
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

function readFloats(bytes: Uint8Array, count: number, bitsAllocated: number): Float64Array {
  const sizeBytes = bitsAllocated / 8;
  if ((sizeBytes !== 4 && sizeBytes !== 8) || bytes.length < count * sizeBytes) throw new RenderFault('unsupported');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(count);
  for (let index = 0; index < count; index++)
    values[index] = sizeBytes === 4 ? view.getFloat32(4 * index, true) : view.getFloat64(8 * index, true);
  return values;
}

function windowOf(values: Float64Array): Window {
  const sorted = values.filter(Number.isFinite).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [low, high] = [at(lowShare), at(highShare)];
  return { center: (low + high) / 2, width: high > low ? high - low : 1, shape: 'linear-exact' };
}
