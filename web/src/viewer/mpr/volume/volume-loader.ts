import type { Frame } from '../../loading/frames.ts';
import { volumeOrder } from './load-order.ts';
import { halveVolume, type ImageValues, setSlice, type Volume } from './volume.ts';

const maxConcurrentLoads = 4;
const maxCoarseness = 8;

interface LoaderOptions {
  readonly loadImageValues: (frame: Frame) => Promise<ImageValues>;
  /** Called after each image. */
  readonly onLoaded: () => void;
  /** Called with a coarser volume that takes the place of the given one: the browser had no memory for more. */
  readonly onHalved: (volume: Volume) => void;
}

/** Returns whether the browser had no memory left. A worker's error keeps its name and message only. */
export function isMemoryFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RangeError' || /allocation|out of memory/i.test(error.message));
}

/** Loads the images of a volume. If an allocation fails, goes on with half the columns and rows. */
export class VolumeLoader {
  readonly #options: LoaderOptions;
  #volume: Volume;
  #isStopped = false;
  #loaded = 0;

  constructor(volume: Volume, options: LoaderOptions) {
    this.#volume = volume;
    this.#options = options;
    this.#loaded = volume.slices.filter(Boolean).length;
  }

  get loaded(): number {
    return this.#loaded;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Loads all images that are not loaded yet, beginning at one. Rejects if one fails. */
  async load(from: number): Promise<void> {
    const order = volumeOrder(from, this.#volume.slices.length);
    await Promise.all(Array.from({ length: maxConcurrentLoads }, () => this.#loadNext(order)));
  }

  async #loadNext(order: number[]): Promise<void> {
    for (let index = order.shift(); index !== undefined && !this.#isStopped; index = order.shift()) {
      if (this.#volume.slices[index]) continue;
      await this.#loadSlice(index);
      if (this.#isStopped) return;
      this.#loaded += 1;
      this.#options.onLoaded();
    }
  }

  async #loadSlice(index: number): Promise<void> {
    const frame = this.#volume.geometry.frames[index];
    if (!frame) return;
    const before = this.#volume;
    try {
      const image = await this.#options.loadImageValues(frame);
      if (!this.#isStopped) setSlice(this.#volume, index, image);
    } catch (error) {
      if (this.#isStopped || !isMemoryFault(error) || this.#volume.coarseness >= maxCoarseness) throw error;
      if (this.#volume === before) this.#halve(); // another load may have halved it meanwhile
      await this.#loadSlice(index);
    }
  }

  #halve(): void {
    this.#volume = halveVolume(this.#volume);
    this.#options.onHalved(this.#volume);
  }
}
