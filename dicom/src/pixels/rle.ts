import type { PixelForm } from './pixel-form.ts';

const headerBytes = 64;
const maxSegments = 15;

/**
 * Returns the segments of an RLE frame (PS3.5 G.5): one for each byte of each sample, the high byte first. Returns null
 * if the frame has another number of them, or no place for them.
 */
export function rleSegments(
  frame: Uint8Array,
  { samples, bitsAllocated }: Pick<PixelForm, 'samples' | 'bitsAllocated'>,
): Uint8Array[] | null {
  const planes = samples * Math.ceil(bitsAllocated / 8);
  if (frame.length < headerBytes || planes > maxSegments) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const count = view.getUint32(0, true);
  if (count !== planes) return null;
  return Array.from({ length: planes }, (_, plane) => {
    const start = view.getUint32(4 + 4 * plane, true);
    const next = plane + 1 < count ? view.getUint32(8 + 4 * plane, true) : frame.length;
    return frame.subarray(start, Math.max(start, next));
  });
}

/** Returns whether each segment of an RLE frame holds as many bytes as the image has pixels (PS3.5 G.3.2). */
export function isCompleteRle(frame: Uint8Array, form: PixelForm): boolean {
  const segments = rleSegments(frame, form);
  return segments?.every((segment) => hasBytes(segment, form.rows * form.columns)) ?? false;
}

/** Returns whether a segment decodes to so many bytes, and has nothing but padding after them. */
function hasBytes(segment: Uint8Array, count: number): boolean {
  let bytes = 0;
  let from = 0;
  while (from < segment.length && bytes < count) {
    const control = segment[from] ?? 128;
    const isRun = control > 128;
    if (control !== 128) bytes += isRun ? 257 - control : control + 1;
    from += control === 128 ? 1 : isRun ? 2 : 2 + control;
  }
  return bytes === count && from <= segment.length && segment.subarray(from + 1).every((byte) => byte === 0);
}
