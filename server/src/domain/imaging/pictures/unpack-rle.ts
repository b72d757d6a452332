import { PictureFault } from './picture-fault.ts';
import type { PixelAttributes } from './pixel-attributes.ts';

const headerBytes = 64;
const mostSegments = 15;

/**
 * A frame of RLE Lossless (PS3.5 annex G) as native pixels: samples of a pixel side by side, the lower byte first. Each
 * segment is one byte of one sample of all pixels, the highest byte first. Throws `PictureFault` `unsupported` for a frame
 * that says of itself what cannot be.
 */
export function unpackRle(frame: Uint8Array, { rows, columns, samples, bitsAllocated }: PixelAttributes): Uint8Array {
  const bytesASample = Math.ceil(bitsAllocated / 8);
  const planes = samples * bytesASample;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < headerBytes || planes > mostSegments || view.getUint32(0, true) < planes)
    throw new PictureFault('unsupported');
  const pixels = new Uint8Array(rows * columns * planes);
  for (let plane = 0; plane < planes; plane++) {
    const start = view.getUint32(4 + 4 * plane, true);
    const next = plane + 1 < view.getUint32(0, true) ? view.getUint32(8 + 4 * plane, true) : frame.length;
    const sample = Math.floor(plane / bytesASample);
    const byte = bytesASample - 1 - (plane % bytesASample);
    unpackSegment(frame.subarray(start, Math.max(start, next)), pixels, sample * bytesASample + byte, planes);
  }
  return pixels;
}

/** PS3.5 G.3.2: runs and literals, written to every `step`-th byte from `first` on. */
function unpackSegment(segment: Uint8Array, pixels: Uint8Array, first: number, step: number): void {
  let to = first;
  for (let from = 0; from < segment.length && to < pixels.length; ) {
    const control = segment[from] ?? 128;
    from += 1;
    if (control === 128) continue;
    const isRun = control > 128;
    const count = isRun ? 257 - control : control + 1;
    for (let index = 0; index < count && to < pixels.length; index++) {
      pixels[to] = segment[isRun ? from : from + index] ?? 0;
      to += step;
    }
    from += isRun ? 1 : count;
  }
}
