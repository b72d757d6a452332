import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { OpenObject } from '../../platform/blobs/encrypted-store.ts';
import { maxGapBytes } from './sort-by-offset.ts';

/** Ranges of a sealed object, one after the other: where one ends and the next begins within a frame, it is opened once. */
export class SequentialReader {
  readonly #object: OpenObject;
  #chunks: AsyncGenerator<Buffer, void> | undefined;
  #chunk: Buffer = Buffer.alloc(0);
  /** Where `#piece` begins. */
  #offset = 0;

  constructor(object: OpenObject) {
    this.#object = object;
  }

  /**
   * The bytes of a range; each piece lasts only until the next but one is asked for. `until`: where the ranges end that follow it
   * closely, so that nothing behind them is fetched. `corrupt`, also where the object ends before; `io`.
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
    const { length } = this.#chunk; // before it is given back
    const next = await this.#chunks?.next();
    if (next === undefined || next.done) throw new BlobError('corrupt');
    this.#offset += length;
    this.#chunk = next.value;
  }
}
