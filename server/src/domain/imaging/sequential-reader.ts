import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { OpenObject } from '../../platform/blobs/encrypted-store.ts';
import { maxGapBytes } from './sort-by-offset.ts';

/** Reads ranges of an encrypted object one after another. A segment shared by two ranges is decrypted once. */
export class SequentialReader {
  readonly #object: OpenObject;
  #chunks: AsyncGenerator<Buffer, void> | undefined;
  #chunk: Buffer = Buffer.alloc(0);
  /** Offset of `#chunk` in the object. */
  #offset = 0;

  constructor(object: OpenObject) {
    this.#object = object;
  }

  /**
   * Yields the bytes of a range. A chunk stays valid until the next but one is requested. `until` is the end of the
   * closely following ranges, so nothing after it is fetched. Throws `corrupt`, also if the object ends early, and
   * `io`.
   */
  async *bytes(start: number, end: number, until?: number): AsyncGenerator<Buffer, void> {
    const isNear = start >= this.#offset && start <= this.#offset + this.#chunk.length + maxGapBytes;
    if (this.#chunks === undefined || !isNear) await this.#startAt(start, until);
    for (let at = start; at < end; ) {
      const part = this.#chunk.subarray(at - this.#offset, end - this.#offset);
      at += part.length;
      if (part.length > 0) yield part;
      else await this.#next();
    }
  }

  async close(): Promise<void> {
    await this.#chunks?.return();
    await this.#object.close();
  }

  async #startAt(start: number, until: number | undefined): Promise<void> {
    await this.#chunks?.return();
    this.#chunks = this.#object.transientChunks(until === undefined ? { start } : { start, end: until });
    this.#chunk = Buffer.alloc(0);
    this.#offset = start;
  }

  async #next(): Promise<void> {
    const { length } = this.#chunk; // read before the buffer is reused
    const next = await this.#chunks?.next();
    if (next === undefined || next.done) throw new BlobError('corrupt');
    this.#offset += length;
    this.#chunk = next.value;
  }
}
