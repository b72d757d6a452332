import type { RandomAccess } from '@medcloud/dicom';
import { frameBytes } from '../../../platform/blobs/container.ts';
import type { OpenSealed } from '../../../platform/blobs/doors.ts';

// Files lie side by side and end within a frame: the last frames opened are the ones needed next.
const keptFrames = 4;
// So far ahead it costs less to open what lies between than to begin anew.
const passedOver = 2;

/**
 * A sealed object as bytes by range. Read from front to back, each frame of it is opened once, and fetched before it is
 * asked for; what lies within one frame is not copied.
 */
export function sealedAccess(object: OpenSealed): SealedRandomAccess {
  return new SealedAccess(object);
}

export interface SealedRandomAccess extends RandomAccess {
  /** Closes the object, once what was fetched ahead has come. */
  close(): Promise<void>;
}

class SealedAccess implements SealedRandomAccess {
  readonly sizeBytes: number;
  readonly #object: OpenSealed;
  readonly #kept = new Map<number, Buffer>();
  #onward: AsyncGenerator<Buffer, void> | undefined;
  /** The frame that `#onward` gives next. */
  #next = 0;
  // one after the other: all reads share the way onward
  #turn: Promise<unknown> = Promise.resolve();

  constructor(object: OpenSealed) {
    this.sizeBytes = object.sizeBytes;
    this.#object = object;
  }

  read(start: number, end: number): Promise<Uint8Array> {
    const reading = this.#turn.then(() => this.#readNow(start, Math.min(end, this.sizeBytes)));
    this.#turn = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#onward?.return();
    await this.#object.close();
  }

  async #readNow(start: number, end: number): Promise<Uint8Array> {
    if (end <= start) return new Uint8Array();
    const [first, last] = [Math.floor(start / frameBytes), Math.floor((end - 1) / frameBytes)];
    if (first === last)
      return (await this.#frame(first)).subarray(start - first * frameBytes, end - first * frameBytes);
    const bytes = Buffer.allocUnsafe(end - start);
    for (let index = first; index <= last; index++) {
      const frame = await this.#frame(index);
      const offset = index * frameBytes;
      frame.copy(bytes, Math.max(0, offset - start), Math.max(0, start - offset), Math.min(frame.length, end - offset));
    }
    return bytes;
  }

  async #frame(index: number): Promise<Buffer> {
    const known = this.#kept.get(index);
    if (known !== undefined) return known;
    if (this.#onward === undefined || index < this.#next || index > this.#next + passedOver) await this.#beginAt(index);
    for (;;) {
      const piece = await this.#onward?.next();
      if (piece === undefined || piece.done) throw new RangeError('The object ends before the frame.');
      this.#keep(piece.value);
      if (this.#next > index) return piece.value;
    }
  }

  #keep(frame: Buffer): void {
    this.#kept.set(this.#next, frame);
    this.#next += 1;
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= keptFrames) break;
      this.#kept.delete(oldest);
    }
  }

  async #beginAt(index: number): Promise<void> {
    await this.#onward?.return();
    this.#onward = this.#object.pieces({ start: index * frameBytes });
    this.#next = index;
  }
}
