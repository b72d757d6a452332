import { fetchOrder } from './fetch-order.ts';
import type { Frame } from './frames.ts';

export interface Prefetching {
  /** Has a frame ready to be drawn. */
  decode(frame: Frame): Promise<void>;
  /** Has a frame's bytes, where there is room; false where there is none. */
  keep(frame: Frame): Promise<boolean>;
  /** It is there already: decoded, or its bytes. */
  isThere(frame: Frame): boolean;
  isDecoded(frame: Frame): boolean;
  /** One more has come. */
  onLoaded(): void;
}

const fetchedAtOnce = 4;
const decodedAtOnce = 2;

/**
 * Has what one will look at next before one does: ahead in the direction of scrolling first, decoded as far as `reach`,
 * as bytes beyond it while there is room. Bytes come while pictures are decoded, so that neither waits for the other.
 * Turning around, or going elsewhere, begins anew from there.
 */
export class Prefetcher {
  readonly #frames: readonly Frame[];
  readonly #doing: Prefetching;
  readonly #reach: number;
  readonly #failed = new Set<number>();
  #toFetch: number[] = [];
  #toDecode: number[] = [];
  #fetching = 0;
  #decoding = 0;
  #current = -1;
  #stopped = false;

  constructor(frames: readonly Frame[], reach: number, doing: Prefetching) {
    this.#frames = frames;
    this.#reach = reach;
    this.#doing = doing;
  }

  /** The frame in sight is this one. */
  at(index: number): void {
    if (index === this.#current || this.#stopped) return;
    const direction = index < this.#current ? -1 : 1;
    this.#current = index;
    const order = fetchOrder(index, this.#frames.length, direction, this.#frames.length);
    this.#toFetch = order;
    this.#toDecode = order.filter((one) => Math.abs(one - index) <= this.#reach);
    this.#fill();
  }

  stop(): void {
    this.#stopped = true;
    this.#toFetch = [];
    this.#toDecode = [];
  }

  /** The next of a row that is wanted still; undefined where none is. */
  #next(row: number[], isThere: (frame: Frame) => boolean): { index: number; frame: Frame } | undefined {
    for (let index = row.shift(); index !== undefined; index = row.shift()) {
      const frame = this.#frames[index];
      if (frame !== undefined && !this.#failed.has(index) && !isThere(frame)) return { index, frame };
    }
    return undefined;
  }

  #fill(): void {
    while (this.#decoding < decodedAtOnce) {
      const next = this.#next(this.#toDecode, this.#doing.isDecoded);
      if (next === undefined) break;
      this.#decoding += 1;
      void this.#have(next.index, () => this.#doing.decode(next.frame)).finally(() => {
        this.#decoding -= 1;
        this.#fill();
      });
    }
    while (this.#fetching < fetchedAtOnce) {
      const next = this.#next(this.#toFetch, this.#doing.isThere);
      if (next === undefined) break;
      this.#fetching += 1;
      void this.#have(next.index, () => this.#keep(next.frame)).finally(() => {
        this.#fetching -= 1;
        this.#fill();
      });
    }
  }

  async #keep(frame: Frame): Promise<void> {
    if (!(await this.#doing.keep(frame))) this.#toFetch = [];
  }

  async #have(index: number, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      if (!this.#stopped) this.#doing.onLoaded();
    } catch {
      this.#failed.add(index); // said where it is looked at, and tried again there
    }
  }
}
