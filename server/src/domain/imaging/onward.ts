import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { OpenSealed } from '../../platform/blobs/doors.ts';
import { passedOver } from './reading-order.ts';

/** Ranges of a sealed object, one after the other: where one ends and the next begins within a frame, it is opened once. */
export class Onward {
  readonly #object: OpenSealed;
  #pieces: AsyncGenerator<Buffer, void> | undefined;
  #piece: Buffer = Buffer.alloc(0);
  /** Where `#piece` begins. */
  #offset = 0;

  constructor(object: OpenSealed) {
    this.#object = object;
  }

  /**
   * The bytes of a range; each piece lasts only until the next but one is asked for. `until`: where the ranges end that follow it
   * closely, so that nothing behind them is fetched. `corrupt`, also where the object ends before; `io`.
   */
  async *bytes(start: number, end: number, until?: number): AsyncGenerator<Buffer, void> {
    const isNear = start >= this.#offset && start <= this.#offset + this.#piece.length + passedOver;
    if (this.#pieces === undefined || !isNear) await this.#beginAt(start, until);
    for (let at = start; at < end; ) {
      const part = this.#piece.subarray(at - this.#offset, end - this.#offset);
      at += part.length;
      if (part.length > 0) yield part;
      else await this.#next();
    }
  }

  async close(): Promise<void> {
    await this.#pieces?.return();
    await this.#object.close();
  }

  async #beginAt(start: number, until: number | undefined): Promise<void> {
    await this.#pieces?.return();
    this.#pieces = this.#object.passing(until === undefined ? { start } : { start, end: until });
    this.#piece = Buffer.alloc(0);
    this.#offset = start;
  }

  async #next(): Promise<void> {
    const { length } = this.#piece; // before it is given back
    const next = await this.#pieces?.next();
    if (next === undefined || next.done) throw new BlobError('corrupt');
    this.#offset += length;
    this.#piece = next.value;
  }
}
