import { fetchOrder } from './fetch-order.ts';
import type { Frame } from './frames.ts';

export interface PrefetchTarget {
  /** Decodes a frame, so it can be rendered at once. */
  decode(frame: Frame): Promise<void>;
  /** Fetches a frame's bytes. Resolves to false if there is no room. */
  fetchBytes(frame: Frame): Promise<boolean>;
  /** Returns whether the frame is decoded or its bytes are stored. */
  isLoaded(frame: Frame): boolean;
  isDecoded(frame: Frame): boolean;
  /** Called after each loaded frame. */
  onLoaded(): void;
}

const maxConcurrentFetches = 4;
const maxConcurrentDecodes = 2;

/**
 * Loads the frames that will be shown next, first those ahead in the scroll direction. Decodes so many frames on each side
 * as `reach` returns, and fetches bytes beyond them while there is room. Fetches and decodes run in parallel.
 * Each move computes a new order from the current frame.
 */
export class Prefetcher {
  readonly #frames: readonly Frame[];
  readonly #target: PrefetchTarget;
  readonly #reach: () => number;
  readonly #failed = new Set<number>();
  #toFetch: number[] = [];
  #toDecode: number[] = [];
  #fetching = 0;
  #decoding = 0;
  #current = -1;
  #isStopped = false;

  constructor(frames: readonly Frame[], reach: () => number, target: PrefetchTarget) {
    this.#frames = frames;
    this.#reach = reach;
    this.#target = target;
  }

  /** Sets the shown frame. */
  moveTo(index: number): void {
    if (index === this.#current || this.#isStopped) return;
    const direction = index < this.#current ? -1 : 1;
    this.#current = index;
    const order = fetchOrder(index, this.#frames.length, direction, this.#frames.length);
    const reach = this.#reach();
    this.#toFetch = order;
    this.#toDecode = order.filter((one) => Math.abs(one - index) <= reach);
    this.#fill();
  }

  stop(): void {
    this.#isStopped = true;
    this.#toFetch = [];
    this.#toDecode = [];
  }

  /** Takes the next frame of a queue that still needs loading, or undefined. */
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
      this.#failed.add(index); // the pane that shows it reports the fault and retries
    }
  }
}
