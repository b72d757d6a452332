import * as core from '@cornerstonejs/core';
import type { FrameStore } from './frame-store.ts';
import type { Frame } from './frames.ts';
import { Prefetcher } from './prefetch.ts';

// Pictures come faster than a screen has to tell of them.
const toldEveryMs = 250;

type Told = (place: number, frames: readonly Frame[], loaded: ReadonlySet<number>) => void;

const isDecoded = (imageId: string) => core.cache.getImage(imageId) !== undefined;

/** What is fetched before it is looked at, for each pane; it tells which frames of a pane may be shown at once. */
export class FetchedAhead {
  readonly #store: FrameStore;
  readonly #decodedBytes: number;
  readonly #onLoaded: Told;
  readonly #prefetchers = new Map<number, Prefetcher>();
  readonly #telling = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(store: FrameStore, decodedBytes: number, onLoaded: Told) {
    this.#store = store;
    this.#decodedBytes = decodedBytes;
    this.#onLoaded = onLoaded;
  }

  /** The frame of a pane that is in sight stands drawn: what is around it comes next. */
  start(place: number, frames: readonly Frame[], index: number): void {
    this.stop(place);
    const bytes = core.cache.getImage(frames[index]?.imageId ?? '')?.sizeInBytes ?? 524_288;
    // a fifth stays for what other panes show
    const reach = Math.max(2, Math.floor((this.#decodedBytes * 0.8) / bytes / 2));
    const prefetcher = new Prefetcher(frames, reach, {
      decode: async ({ imageId }) => void (await core.imageLoader.loadAndCacheImage(imageId)),
      keep: async ({ imageId }) => {
        if (!this.#store.hasRoom(bytes)) return false;
        await this.#store.get(imageId);
        return true;
      },
      isThere: ({ imageId }) => isDecoded(imageId) || this.#store.has(imageId),
      isDecoded: ({ imageId }) => isDecoded(imageId),
      onLoaded: () => this.#tellSoon(place, frames),
    });
    this.#prefetchers.set(place, prefetcher);
    this.#tell(place, frames);
    prefetcher.at(index);
  }

  at(place: number, index: number): void {
    this.#prefetchers.get(place)?.at(index);
  }

  /** Of one pane, or of all. */
  stop(place?: number): void {
    const places = place === undefined ? [...this.#prefetchers.keys()] : [place];
    for (const one of places) {
      this.#prefetchers.get(one)?.stop();
      clearTimeout(this.#telling.get(one));
      this.#telling.delete(one);
    }
  }

  #tellSoon(place: number, frames: readonly Frame[]): void {
    if (this.#telling.has(place)) return;
    const later = setTimeout(() => {
      this.#telling.delete(place);
      this.#tell(place, frames);
    }, toldEveryMs);
    this.#telling.set(place, later);
  }

  #tell(place: number, frames: readonly Frame[]): void {
    const there = frames.flatMap(({ imageId }, index) => (this.#store.has(imageId) ? [index] : []));
    this.#onLoaded(place, frames, new Set(there));
  }
}
