import type { RandomAccess } from '@medcloud/dicom';
import { segmentBytes } from '../../../platform/blobs/container.ts';
import type { OpenObject } from '../../../platform/blobs/encrypted-store.ts';

// Files are adjacent and end within a segment: the last decrypted segments are needed next.
const maxCachedSegments = 4;
// Up to this distance, decrypting what lies between costs less than starting a new read.
const maxSkippedSegments = 2;

/**
 * Gives random access to an encrypted object. Reading forward decrypts each segment once and fetches it ahead. A range
 * within one segment is not copied.
 */
export function createRandomAccess(object: OpenObject): EncryptedRandomAccess {
  return new EncryptedObjectReader(object);
}

export interface EncryptedRandomAccess extends RandomAccess {
  /** Closes the object after pending reads. */
  close(): Promise<void>;
}

class EncryptedObjectReader implements EncryptedRandomAccess {
  readonly sizeBytes: number;
  readonly #object: OpenObject;
  readonly #segments = new Map<number, Buffer>();
  #chunks: AsyncGenerator<Buffer, void> | undefined;
  /** Index of the segment that `#chunks` yields next. */
  #next = 0;
  // reads run one after another because they share `#chunks`
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(object: OpenObject) {
    this.sizeBytes = object.sizeBytes;
    this.#object = object;
  }

  read(start: number, end: number): Promise<Uint8Array> {
    const read = this.#lastRead.then(() => this.#readRange(start, Math.min(end, this.sizeBytes)));
    this.#lastRead = read.catch(() => undefined);
    return read;
  }

  async close(): Promise<void> {
    await this.#lastRead;
    await this.#chunks?.return();
    await this.#object.close();
  }

  async #readRange(start: number, end: number): Promise<Uint8Array> {
    if (end <= start) return new Uint8Array();
    const [first, last] = [Math.floor(start / segmentBytes), Math.floor((end - 1) / segmentBytes)];
    if (first === last)
      return (await this.#getSegment(first)).subarray(start - first * segmentBytes, end - first * segmentBytes);
    const bytes = Buffer.allocUnsafe(end - start);
    for (let index = first; index <= last; index++) {
      const segment = await this.#getSegment(index);
      const offset = index * segmentBytes;
      segment.copy(
        bytes,
        Math.max(0, offset - start),
        Math.max(0, start - offset),
        Math.min(segment.length, end - offset),
      );
    }
    return bytes;
  }

  async #getSegment(index: number): Promise<Buffer> {
    const cached = this.#segments.get(index);
    if (cached !== undefined) return cached;
    if (this.#chunks === undefined || index < this.#next || index > this.#next + maxSkippedSegments)
      await this.#startAt(index);
    for (;;) {
      const chunk = await this.#chunks?.next();
      if (chunk === undefined || chunk.done) throw new RangeError('The object ends before the segment.');
      this.#cache(chunk.value);
      if (this.#next > index) return chunk.value;
    }
  }

  #cache(segment: Buffer): void {
    this.#segments.set(this.#next, segment);
    this.#next += 1;
    for (const [oldest] of this.#segments) {
      if (this.#segments.size <= maxCachedSegments) break;
      this.#segments.delete(oldest);
    }
  }

  async #startAt(index: number): Promise<void> {
    await this.#chunks?.return();
    this.#chunks = this.#object.chunks({ start: index * segmentBytes });
    this.#next = index;
  }
}
