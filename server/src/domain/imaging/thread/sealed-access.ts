import type { RandomAccess } from '@medcloud/dicom';
import { frameBytes } from '../../../platform/blobs/container.ts';
import type { OpenSealed } from '../../../platform/blobs/doors.ts';

// Files lie side by side and end within a frame: the last frames opened are the first ones needed next.
const keptFrames = 3;

/** A sealed object as bytes by range; each frame of it is opened once where it is read from front to back. */
export function sealedAccess(object: OpenSealed): RandomAccess {
  const kept = new Map<number, Buffer>();
  const { sizeBytes } = object;

  /** Frames from `first` up to, not including, `end`, in one buffer. */
  async function frames(first: number, end: number): Promise<Buffer> {
    const known: Buffer[] = [];
    let next = first;
    for (let frame = kept.get(next); frame !== undefined && next < end; frame = kept.get(next)) {
      known.push(frame);
      next += 1;
    }
    if (next === end) return known.length === 1 && known[0] ? known[0] : Buffer.concat(known);
    const fresh = await object.bytes({ start: next * frameBytes, end: Math.min(sizeBytes, end * frameBytes) });
    keep(fresh, next, end);
    return known.length === 0 ? fresh : Buffer.concat([...known, fresh]);
  }

  function keep(fresh: Buffer, first: number, end: number): void {
    kept.clear();
    for (let index = Math.max(first, end - keptFrames); index < end; index += 1)
      kept.set(index, fresh.subarray((index - first) * frameBytes, (index - first + 1) * frameBytes));
  }

  return {
    sizeBytes,
    async read(start, end) {
      const bounded = Math.min(end, sizeBytes);
      if (bounded <= start) return new Uint8Array();
      const first = Math.floor(start / frameBytes);
      const bytes = await frames(first, Math.ceil(bounded / frameBytes));
      return bytes.subarray(start - first * frameBytes, bounded - first * frameBytes);
    },
  };
}
