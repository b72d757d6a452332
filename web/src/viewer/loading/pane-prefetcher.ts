import * as core from '@cornerstonejs/core';
import type { FrameStore } from './frame-store.ts';
import type { Frame } from './frames.ts';
import { Prefetcher } from './prefetcher.ts';

// Images arrive faster than the screen needs updates.
const notifyIntervalMs = 250;

type LoadedListener = (paneIndex: number, frames: readonly Frame[], loaded: ReadonlySet<number>) => void;

const isDecoded = (imageId: string) => core.cache.getImage(imageId) !== undefined;

/** Prefetches frames for each pane, and reports which frames of a pane are loaded. */
export class PanePrefetcher {
  readonly #store: FrameStore;
  readonly #decodedBytes: number;
  readonly #onLoaded: LoadedListener;
  readonly #prefetchers = new Map<number, Prefetcher>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(store: FrameStore, decodedBytes: number, onLoaded: LoadedListener) {
    this.#store = store;
    this.#decodedBytes = decodedBytes;
    this.#onLoaded = onLoaded;
  }

  /** Starts prefetching around the shown frame of a pane. */
  start(paneIndex: number, frames: readonly Frame[], index: number): void {
    this.stop(paneIndex);
    const bytes = core.cache.getImage(frames[index]?.imageId ?? '')?.sizeInBytes ?? 524_288;
    // a fifth remains for the images of other panes
    const reach = Math.max(2, Math.floor((this.#decodedBytes * 0.8) / bytes / 2));
    const prefetcher = new Prefetcher(frames, reach, {
      decode: async ({ imageId }) => void (await core.imageLoader.loadAndCacheImage(imageId)),
      fetchBytes: async ({ imageId }) => {
        if (!this.#store.hasRoom(bytes)) return false;
        await this.#store.get(imageId);
        return true;
      },
      isLoaded: ({ imageId }) => isDecoded(imageId) || this.#store.has(imageId),
      isDecoded: ({ imageId }) => isDecoded(imageId),
      onLoaded: () => this.#notifySoon(paneIndex, frames),
    });
    this.#prefetchers.set(paneIndex, prefetcher);
    this.#notify(paneIndex, frames);
    prefetcher.moveTo(index);
  }

  moveTo(paneIndex: number, index: number): void {
    this.#prefetchers.get(paneIndex)?.moveTo(index);
  }

  /** Stops prefetching for one pane, or for all. */
  stop(paneIndex?: number): void {
    const paneIndexes = paneIndex === undefined ? [...this.#prefetchers.keys()] : [paneIndex];
    for (const index of paneIndexes) {
      this.#prefetchers.get(index)?.stop();
      clearTimeout(this.#timers.get(index));
      this.#timers.delete(index);
    }
  }

  #notifySoon(paneIndex: number, frames: readonly Frame[]): void {
    if (this.#timers.has(paneIndex)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(paneIndex);
      this.#notify(paneIndex, frames);
    }, notifyIntervalMs);
    this.#timers.set(paneIndex, timer);
  }

  #notify(paneIndex: number, frames: readonly Frame[]): void {
    const loadedIndexes = frames.flatMap(({ imageId }, index) => (this.#store.has(imageId) ? [index] : []));
    this.#onLoaded(paneIndex, frames, new Set(loadedIndexes));
  }
}
