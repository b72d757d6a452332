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
    const prefetcher = new Prefetcher(frames, () => this.#reachOf(bytes), {
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
      this.#prefetchers.delete(index);
      clearTimeout(this.#timers.get(index));
      this.#timers.delete(index);
    }
  }

  /**
   * How many images of so many bytes a pane decodes ahead on each side. The panes share four fifths of the memory: two
   * that each fill it would remove each other's images.
   */
  #reachOf(bytes: number): number {
    const share = (this.#decodedBytes * 0.8) / Math.max(1, this.#prefetchers.size);
    return Math.max(2, Math.floor(share / bytes / 2));
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
