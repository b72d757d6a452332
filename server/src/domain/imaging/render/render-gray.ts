import { estimateWindow } from './estimate-window.ts';
import type { PixelAttributes, Window, WindowShape } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';
import type { RenderedFrame } from './rendered-frame.ts';

/** Returns whether `renderGray` renders such frames: one sample per pixel in 8 or 16 bits, MONOCHROME1 or MONOCHROME2. */
export function isPlainGray({
  samples,
  photometric,
  bitsAllocated,
  bitsStored,
  highBit,
}: Pick<PixelAttributes, 'samples' | 'photometric' | 'bitsAllocated' | 'bitsStored' | 'highBit'>): boolean {
  const isMonochrome = photometric === 'MONOCHROME1' || photometric === 'MONOCHROME2';
  const hasFullBytes = bitsAllocated === 8 || bitsAllocated === 16;
  return samples === 1 && isMonochrome && hasFullBytes && highBit < bitsAllocated && highBit >= bitsStored - 1;
}

/**
 * Renders native gray pixels, low byte first, to one channel of 8 bits: a table with one entry for each stored value
 * holds the rescaled, windowed and, for MONOCHROME1, inverted shade (PS3.3 C.11.1, C.11.2). Without a window it uses
 * the file's, else an estimated one. Pixels that a truncated file lacks have the stored value 0, as for the library.
 * Throws `RenderFault` `unsupported` without any pixel.
 */
export function renderGray(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
): RenderedFrame {
  const { rows, columns, bitsAllocated, bitsStored, highBit } = attributes;
  const pixels = toPixels(bytes, rows * columns, bitsAllocated);
  const shift = highBit + 1 - bitsStored;
  const window = requestedWindow ?? attributes.window ?? estimateWindow(pixels, attributes);
  const shades = createShades(attributes, window);
  const mask = shades.length - 1;
  const gray = new Uint8Array(pixels.length);
  for (let index = 0; index < gray.length; index++) gray[index] = shades[((pixels[index] ?? 0) >>> shift) & mask] ?? 0;
  return { width: columns, height: rows, channels: 1, pixels: gray };
}

/** Returns the pixels as numbers, without a copy where their number and place in memory allow it. */
function toPixels(bytes: Uint8Array, count: number, bitsAllocated: number): Uint8Array | Uint16Array {
  const sizeBytes = count * (bitsAllocated / 8);
  const isComplete = bytes.length >= sizeBytes;
  if (bytes.length === 0) throw new RenderFault('unsupported');
  if (bitsAllocated === 8) return isComplete ? bytes.subarray(0, count) : padTo(bytes, sizeBytes);
  const aligned = isComplete && bytes.byteOffset % 2 === 0 ? bytes : padTo(bytes, sizeBytes);
  return new Uint16Array(aligned.buffer, aligned.byteOffset, count);
}

function padTo(bytes: Uint8Array, sizeBytes: number): Uint8Array {
  const padded = new Uint8Array(sizeBytes);
  padded.set(bytes.subarray(0, sizeBytes));
  return padded;
}

/** Returns the shade of each stored value, read as an unsigned number. */
function createShades(
  { photometric, bitsStored, isSigned, slope, intercept }: PixelAttributes,
  window: Window,
): Uint8Array {
  const count = 2 ** bitsStored;
  const shades = new Uint8Array(count);
  const shadeOf = windowFunctions[window.shape];
  const inverted = photometric === 'MONOCHROME1' ? 255 : 0;
  for (let raw = 0; raw < count; raw++) {
    const stored = isSigned && raw >= count / 2 ? raw - count : raw;
    // inverts all 8 bits
    shades[raw] = Math.round(255 * shadeOf(stored * slope + intercept, window)) ^ inverted;
  }
  return shades;
}

/** Shares of white, 0 to 1, for a rescaled value (PS3.3 C.11.2.1.2 and C.11.2.1.3). */
export const windowFunctions: Record<WindowShape, (value: number, window: Window) => number> = {
  linear: (value, { center, width }) => {
    const distance = value - (center - 0.5);
    const half = (width - 1) / 2;
    if (distance <= -half) return 0;
    return distance > half ? 1 : distance / (width - 1) + 0.5;
  },
  'linear-exact': (value, { center, width }) => {
    const distance = value - center;
    if (distance <= -width / 2) return 0;
    return distance > width / 2 ? 1 : distance / width + 0.5;
  },
  sigmoid: (value, { center, width }) => 1 / (1 + Math.exp((-4 * (value - center)) / width)),
};
