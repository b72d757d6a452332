import { fetchOrder } from './fetch-order.ts';
import type { Frame } from './frames.ts';

export interface PrefetchTarget {
  /** Has a frame ready to be drawn. */
  decode(frame: Frame): Promise<void>;
  /** Has a frame's bytes, where there is room; false where there is none. */
  fetchBytes(frame: Frame): Promise<boolean>;
  /** It is there already: decoded, or its bytes. */
  isLoaded(frame: Frame): boolean;
  isDecoded(frame: Frame): boolean;
  /** One more has come. */
  onLoaded(): void;
}

const maxConcurrentFetches = 4;
const maxConcurrentDecodes = 2;

/**
 * Has what one will look at next before one does: ahead in the direction of scrolling first, decoded as far as `reach`,
 * as bytes beyond it while there is room. Bytes come while pictures are decoded, so that neither waits for the other.
 * Turning around, or going elsewhere, begins anew from there.
 */
export class Prefetcher {
  readonly #frames: readonly Frame[];
  readonly #target: PrefetchTarget;
  readonly #reach: number;
  readonly #failed = new Set<number>();
  #toFetch: number[] = [];
  #toDecode: number[] = [];
  #fetching = 0;
  #decoding = 0;
  #current = -1;
  #isStopped = false;

  constructor(frames: readonly Frame[], reach: number, target: PrefetchTarget) {
    this.#frames = frames;
    this.#reach = reach;
    this.#target = target;
  }

  /** The frame in sight is this one. */
  moveTo(index: number): void {
    if (index === this.#current || this.#isStopped) return;
    const direction = index < this.#current ? -1 : 1;
    this.#current = index;
    const order = fetchOrder(index, this.#frames.length, direction, this.#frames.length);
    this.#toFetch = order;
    this.#toDecode = order.filter((one) => Math.abs(one - index) <= this.#reach);
    this.#fill();
  }

  stop(): void {
    this.#isStopped = true;
    this.#toFetch = [];
    this.#toDecode = [];
  }

  /** The next of a row that is wanted still; undefined where none is. */
  #next(queue: number[], isLoaded: (frame: Frame) => boolean): { index: number; frame: Frame } | undefined {
    for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
      const frame = this.#frames[index];
      if (frame !== undefined && !this.#failed.has(index) && !isLoaded(frame)) return { index, frame };
    }
    return undefined;
  }

  #fill(): void {
    while (this.#decoding < maxConcurrentDecodes) {
      const next = this.#next(this.#toDecode, this.#target.isDecoded);
      if (next === undefined) break;
      this.#decoding += 1;
      void this.#run(next.index, () => this.#target.decode(next.frame)).finally(() => {
        this.#decoding -= 1;
        this.#fill();
      });
    }
    while (this.#fetching < maxConcurrentFetches) {
      const next = this.#next(this.#toFetch, this.#target.isLoaded);
      if (next === undefined) break;
      this.#fetching += 1;
      void this.#run(next.index, () => this.#fetchBytes(next.frame)).finally(() => {
        this.#fetching -= 1;
        this.#fill();
      });
    }
  }

  async #fetchBytes(frame: Frame): Promise<void> {
    if (!(await this.#target.fetchBytes(frame))) this.#toFetch = [];
  }

  async #run(index: number, load: () => Promise<void>): Promise<void> {
    try {
      await load();
      if (!this.#isStopped) this.#target.onLoaded();
    } catch {
      this.#failed.add(index); // said where it is looked at, and tried again there
    }
  }
}
