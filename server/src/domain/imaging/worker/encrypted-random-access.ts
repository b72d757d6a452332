import type { RandomAccess } from '@medcloud/dicom';
import { segmentBytes } from '../../../platform/blobs/container.ts';
import type { OpenObject } from '../../../platform/blobs/encrypted-store.ts';

// Files lie side by side and end within a frame: the last frames opened are the ones needed next.
const maxCachedSegments = 4;
// So far ahead it costs less to open what lies between than to begin anew.
const maxSkippedSegments = 2;

/**
 * A sealed object as bytes by range. Read from front to back, each frame of it is opened once, and fetched before it is
 * asked for; what lies within one frame is not copied.
 */
export function createRandomAccess(object: OpenObject): EncryptedRandomAccess {
  return new EncryptedObjectReader(object);
}

export interface EncryptedRandomAccess extends RandomAccess {
  /** Closes the object, once what was fetched ahead has come. */
  close(): Promise<void>;
}

class EncryptedObjectReader implements EncryptedRandomAccess {
  readonly sizeBytes: number;
  readonly #object: OpenObject;
  readonly #segments = new Map<number, Buffer>();
  #chunks: AsyncGenerator<Buffer, void> | undefined;
  /** The frame that `#onward` gives next. */
  #next = 0;
  // one after the other: all reads share the way onward
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
      if (chunk === undefined || chunk.done) throw new RangeError('The object ends before the frame.');
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
