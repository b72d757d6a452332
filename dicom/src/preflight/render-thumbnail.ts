import type { PlainPixels } from './instance-facts.ts';

/** An RGBA image, row by row. */
export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Renders an uncompressed frame with a longer side of at most `maxSidePixels`, by picking pixels at even steps. Gray
 * frames use the file's own window.
 */
export function renderThumbnail(frame: Uint8Array, pixels: PlainPixels, maxSidePixels: number): Thumbnail {
  const { rows, columns } = pixels;
  const scale = Math.max(1, Math.max(rows, columns) / maxSidePixels);
  const width = Math.max(1, Math.round(columns / scale));
  const height = Math.max(1, Math.round(rows / scale));
  const rgba = new Uint8ClampedArray(width * height * 4);
  const pixelIndexes = Array.from({ length: width * height }, (_, at) => {
    const row = Math.min(rows - 1, Math.floor((Math.floor(at / width) + 0.5) * scale));
    return row * columns + Math.min(columns - 1, Math.floor(((at % width) + 0.5) * scale));
  });
  if (pixels.samples === 3) renderColor(rgba, pixelIndexes, frame);
  else renderGray(rgba, pixelIndexes.map(createValueReader(frame, pixels)), pixels);
  return { width, height, rgba };
}

function renderColor(rgba: Uint8ClampedArray, pixelIndexes: readonly number[], frame: Uint8Array): void {
  for (const [at, pixelIndex] of pixelIndexes.entries())
    rgba.set([frame[pixelIndex * 3] ?? 0, frame[pixelIndex * 3 + 1] ?? 0, frame[pixelIndex * 3 + 2] ?? 0, 255], at * 4);
}

/** Reads the value of a pixel after the rescale (PS3.3 C.7.6.3.1); 0 beyond the frame's end. */
function createValueReader(frame: Uint8Array, pixels: PlainPixels): (pixelIndex: number) => number {
  const { bitsAllocated, bitsStored, isSigned, isLittleEndian, slope, intercept } = pixels;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const size = bitsAllocated / 8;
  const mask = 2 ** bitsStored - 1;
  return (pixelIndex) => {
    const offset = pixelIndex * size;
    if (offset + size > frame.byteLength) return 0;
    const stored = (size === 1 ? view.getUint8(offset) : view.getUint16(offset, isLittleEndian)) & mask;
    const value = isSigned && stored > mask / 2 ? stored - mask - 1 : stored;
    return value * slope + intercept;
  };
}

function renderGray(rgba: Uint8ClampedArray, values: readonly number[], { window, isInverted }: PlainPixels): void {
  const [low, high] =
    window === null ? percentileRange(values) : [window[0] - window[1] / 2, window[0] + window[1] / 2];
  for (const [at, value] of values.entries()) {
    const gray = (255 * (value - low)) / Math.max(1e-9, high - low);
    const brightness = isInverted ? 255 - gray : gray;
    rgba.set([brightness, brightness, brightness, 255], at * 4);
  }
}

/** Returns the 1st and 99th percentile: some pixels are padding or metal. */
function percentileRange(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (fraction: number) => sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0;
  return [at(0.01), at(0.99)];
}
