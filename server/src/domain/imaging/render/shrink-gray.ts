import type { RenderedFrame } from './rendered-frame.ts';

/**
 * Makes a gray frame smaller by a whole factor: each pixel is the mean of a square of `factor` pixels. Pixels that fill
 * no square at the right and the bottom are dropped.
 */
export function shrinkGray({ width, height, pixels }: RenderedFrame, factor: number): RenderedFrame {
  const [toWidth, toHeight] = [Math.floor(width / factor), Math.floor(height / factor)];
  const shrunk = new Uint8Array(toWidth * toHeight);
  const sums = new Uint32Array(toWidth);
  const count = factor * factor;
  for (let row = 0; row < toHeight; row++) {
    sums.fill(0);
    for (let line = row * factor; line < (row + 1) * factor; line++) addLine(sums, pixels, line * width, factor);
    for (let column = 0; column < toWidth; column++)
      shrunk[row * toWidth + column] = Math.round((sums[column] ?? 0) / count);
  }
  return { width: toWidth, height: toHeight, channels: 1, pixels: shrunk };
}

/** Adds the pixels of one line, from `start` on, to the sums of their squares. */
function addLine(sums: Uint32Array, pixels: Uint8Array, start: number, factor: number): void {
  let at = start;
  for (let column = 0; column < sums.length; column++) {
    let sum = 0;
    for (const end = at + factor; at < end; at++) sum += pixels[at] ?? 0;
    sums[column] = (sums[column] ?? 0) + sum;
  }
}
