import { isCompleteRle, rleSegments } from '@medcloud/dicom';
import type { PixelAttributes } from './pixel-attributes.ts';
import { RenderFault } from './render-fault.ts';

/**
 * Decodes an RLE Lossless frame (PS3.5 annex G) to native pixels: interleaved samples, low byte first. Each segment is
 * one byte of one sample of all pixels, high byte first. Throws `RenderFault` `unsupported` for impossible header
 * values, single bits, and a segment of another length than the image.
 */
export function decodeRle(frame: Uint8Array, attributes: PixelAttributes): Uint8Array {
  const { rows, columns, bitsAllocated } = attributes;
  const bytesPerSample = Math.ceil(bitsAllocated / 8);
  const segments = rleSegments(frame, attributes);
  if (segments === null || bitsAllocated === 1 || !isCompleteRle(frame, attributes))
    throw new RenderFault('unsupported');
  const pixels = new Uint8Array(rows * columns * segments.length);
  for (const [plane, segment] of segments.entries()) {
    const sample = Math.floor(plane / bytesPerSample);
    const byte = bytesPerSample - 1 - (plane % bytesPerSample);
    decodeSegment(segment, pixels, sample * bytesPerSample + byte, segments.length);
  }
  return pixels;
}

/** Decodes runs and literals to every `step`-th byte from `first` on (PS3.5 G.3.2). */
function decodeSegment(segment: Uint8Array, pixels: Uint8Array, first: number, step: number): void {
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
