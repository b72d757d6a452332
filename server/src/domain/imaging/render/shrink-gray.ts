import type { ImageSize, RenderedFrame } from './rendered-frame.ts';

/** Gray pixels, and the shade of each value: a table whose length is a power of two, of the bits from `shift` on. */
export interface ShadedPixels extends ImageSize {
  readonly pixels: Uint8Array | Uint16Array;
  readonly shades: Uint8Array;
  readonly shift: number;
}

/** Returns the largest whole factor by which a frame may become smaller and still have this size. */
export function shrinkFactorFor(frame: ImageSize, size: ImageSize): number {
  return Math.max(1, Math.floor(Math.min(frame.width / size.width, frame.height / size.height)));
}

/**
 * Makes a gray frame smaller by a whole factor: each pixel is the mean of the shades of a square of `factor` pixels.
 * Pixels that fill no square at the right and the bottom are dropped.
 */
export function shrinkGray(shaded: ShadedPixels, factor: number): RenderedFrame {
  const { width, height } = shaded;
  const [toWidth, toHeight] = [Math.floor(width / factor), Math.floor(height / factor)];
  const shrunk = new Uint8Array(toWidth * toHeight);
  const sums = new Uint32Array(toWidth);
  const count = factor * factor;
  for (let row = 0; row < toHeight; row++) {
    sums.fill(0);
    for (let line = row * factor; line < (row + 1) * factor; line++) addLine(sums, shaded, line * width, factor);
    for (let column = 0; column < toWidth; column++)
      shrunk[row * toWidth + column] = Math.round((sums[column] ?? 0) / count);
  }
  return { width: toWidth, height: toHeight, channels: 1, pixels: shrunk };
}

/** Adds the shades of one line, from `start` on, to the sums of their squares. */
function addLine(sums: Uint32Array, { pixels, shades, shift }: ShadedPixels, start: number, factor: number): void {
  const mask = shades.length - 1;
  let at = start;
  for (let column = 0; column < sums.length; column++) {
    let sum = 0;
    for (const end = at + factor; at < end; at++) sum += shades[((pixels[at] ?? 0) >>> shift) & mask] ?? 0;
    sums[column] = (sums[column] ?? 0) + sum;
  }
}
