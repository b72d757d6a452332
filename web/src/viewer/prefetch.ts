import { fetchOrder } from './fetch-order.ts';
import type { Frame } from './frames.ts';

export interface Prefetching {
  /** Has a frame ready to be drawn. */
  decode(frame: Frame): Promise<void>;
  /** Has a frame's bytes, where there is room; false where there is none. */
  keep(frame: Frame): Promise<boolean>;
  /** It is there already: decoded, or its bytes. */
  isThere(frame: Frame): boolean;
  /** One more has come. */
  onLoaded(): void;
}

const atOnce = 4;

/**
 * Has what one will look at next before one does: ahead in the direction of scrolling first, decoded as far as `reach`,
 * as bytes beyond it while there is room. Turning around, or going elsewhere, begins anew from there.
 */
export class Prefetcher {
  readonly #frames: readonly Frame[];
  readonly #doing: Prefetching;
  readonly #reach: number;
  readonly #failed = new Set<number>();
  #queue: number[] = [];
  #far: number[] = [];
  #running = 0;
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
    this.#queue = fetchOrder(index, this.#frames.length, direction, this.#reach).filter((one) => this.#isWanted(one));
    this.#far = fetchOrder(index, this.#frames.length, direction, this.#frames.length).filter(
      (one) => Math.abs(one - index) > this.#reach && this.#isWanted(one),
    );
    this.#fill();
  }

  stop(): void {
    this.#stopped = true;
    this.#queue = [];
    this.#far = [];
  }

  #isWanted(index: number): boolean {
    const frame = this.#frames[index];
    return frame !== undefined && !this.#failed.has(index) && !this.#doing.isThere(frame);
  }

  #fill(): void {
    while (this.#running < atOnce && !this.#stopped) {
      const near = this.#queue.shift();
      const next = near ?? this.#far.shift();
      const frame = next === undefined ? undefined : this.#frames[next];
      if (next === undefined || frame === undefined) return;
      this.#running += 1;
      void this.#have(next, frame, near !== undefined).finally(() => {
        this.#running -= 1;
        this.#fill();
      });
    }
  }

  async #have(index: number, frame: Frame, isNear: boolean): Promise<void> {
    try {
      if (isNear) await this.#doing.decode(frame);
      else if (!(await this.#doing.keep(frame))) {
        this.#far = [];
        return;
      }
      if (!this.#stopped) this.#doing.onLoaded();
    } catch {
      this.#failed.add(index); // said where it is looked at, and tried again there
    }
  }
}
