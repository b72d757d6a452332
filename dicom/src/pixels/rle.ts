import type { PixelForm } from './pixel-form.ts';

const headerBytes = 64;
const maxSegments = 15;

/**
 * Returns the segments of an RLE frame (PS3.5 G.5): one for each byte of each sample, the high byte first. Returns null
 * if the frame has fewer, or no place for them.
 */
export function rleSegments(
  frame: Uint8Array,
  { samples, bitsAllocated }: Pick<PixelForm, 'samples' | 'bitsAllocated'>,
): Uint8Array[] | null {
  const planes = samples * Math.ceil(bitsAllocated / 8);
  if (frame.length < headerBytes || planes > maxSegments) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const count = view.getUint32(0, true);
  if (count < planes) return null;
  return Array.from({ length: planes }, (_, plane) => {
    const start = view.getUint32(4 + 4 * plane, true);
    const next = plane + 1 < count ? view.getUint32(8 + 4 * plane, true) : frame.length;
    return frame.subarray(start, Math.max(start, next));
  });
}

/** Returns whether each segment of an RLE frame holds as many bytes as the image has pixels (PS3.5 G.3.2). */
export function isCompleteRle(frame: Uint8Array, form: PixelForm): boolean {
  const pixels = form.rows * form.columns;
  const segments = rleSegments(frame, form);
  return segments?.every((segment) => countRleBytes(segment, pixels) >= pixels) ?? false;
}

/** Counts the bytes that a segment decodes to, up to `max`. */
function countRleBytes(segment: Uint8Array, max: number): number {
  let bytes = 0;
  for (let from = 0; from < segment.length && bytes < max; ) {
    const control = segment[from] ?? 128;
    const isRun = control > 128;
    const used = control === 128 ? 1 : isRun ? 2 : 2 + control;
    if (control !== 128) bytes += isRun ? 257 - control : control + 1;
    from += used;
    if (from > segment.length) return 0;
  }
  return bytes;
}
