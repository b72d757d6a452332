import { estimateWindow } from './estimate-window.ts';
import { lookUp } from './lookup-table.ts';
import type { PixelAttributes, Window, WindowShape } from './pixel-attributes.ts';
import type { ImageSize, RenderedFrame } from './rendered-frame.ts';
import { rescale } from './rescale.ts';
import { shrinkFactorFor, shrinkGray } from './shrink-gray.ts';
import { storedPixels, storedValues } from './stored-pixels.ts';

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
 * the file's, else its VOI LUT, else an estimated window. A frame that is to be shown in a smaller `size` becomes smaller at
 * once, by a whole factor. Throws `RenderFault` `unsupported` for an incomplete frame.
 */
export function renderGray(
  bytes: Uint8Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
  size: ImageSize | null = null,
): RenderedFrame {
  const { rows, columns, bitsStored, highBit } = attributes;
  const pixels = storedPixels(bytes, attributes);
  const shift = highBit + 1 - bitsStored;
  const shades = createShades(attributes, shareFunctionOf(pixels, attributes, requestedWindow));
  const full = { width: columns, height: rows };
  const factor = size === null ? 1 : shrinkFactorFor(full, size);
  if (factor > 1) return shrinkGray({ ...full, pixels, shades, shift }, factor);
  const mask = shades.length - 1;
  const gray = new Uint8Array(pixels.length);
  for (let index = 0; index < gray.length; index++) gray[index] = shades[((pixels[index] ?? 0) >>> shift) & mask] ?? 0;
  return { ...full, channels: 1, pixels: gray };
}

/** Returns the function that gives the share of white, 0 to 1, of a rescaled value. */
export function shareFunctionOf(
  pixels: Uint8Array | Uint16Array,
  attributes: PixelAttributes,
  requestedWindow: Window | null,
): (value: number) => number {
  const { voiLut } = attributes;
  const window = requestedWindow ?? attributes.window;
  if (window === null && voiLut !== null) return (value) => lookUp(voiLut, value) / (2 ** voiLut.bits - 1);
  const used = window ?? estimateWindow(pixels, attributes);
  const shareOf = windowFunctions[used.shape];
  return (value) => shareOf(value, used);
}

/** Returns the shade of each stored value, read as an unsigned number. */
export function createShades(attributes: PixelAttributes, shareOf: (value: number) => number): Uint8Array {
  const inverted = attributes.photometric === 'MONOCHROME1' ? 255 : 0;
  const stored = storedValues(attributes);
  const shades = new Uint8Array(stored.length);
  // A loop: `Uint8Array.from` with a function took ten times as long, half of the time of a CT slice.
  for (let raw = 0; raw < shades.length; raw++)
    shades[raw] = Math.round(255 * shareOf(rescale(attributes, stored[raw] ?? 0))) ^ inverted; // inverts all 8 bits
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
