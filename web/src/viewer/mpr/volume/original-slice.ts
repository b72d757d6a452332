import type { Frame } from '../../loading/frames.ts';
import { sliceAt } from '../plane-grid.ts';
import type { Plane } from '../planes.ts';
import type { Vector3 } from '../vector.ts';
import { createVolume, type ImageValues, setSlice, type Volume } from './volume.ts';
import type { VolumeGeometry } from './volume-geometry.ts';

/**
 * The one original image on the screen while the volume is coarser: the plane along the images stays as sharp as they
 * are. Loads one image at a time, and only the last one asked for.
 */
export class OriginalSlice {
  readonly #geometry: VolumeGeometry;
  readonly #load: (frame: Frame) => Promise<ImageValues>;
  readonly #onLoaded: () => void;
  #shown: { readonly index: number; readonly volume: Volume } | undefined;
  #wanted = -1;
  #isLoading = false;
  readonly #failed = new Set<number>();

  constructor(geometry: VolumeGeometry, load: (frame: Frame) => Promise<ImageValues>, onLoaded: () => void) {
    this.#geometry = geometry;
    this.#load = load;
    this.#onLoaded = onLoaded;
  }

  /** Returns the volume to paint a plane from: with the original image if it is there, otherwise the given one. */
  volumeFor(volume: Volume, plane: Plane, point: Vector3): Volume {
    if (volume.coarseness === 1 || plane.axes?.through !== 2) return volume;
    this.#wanted = sliceAt(volume, point[2]);
    if (this.#shown?.index === this.#wanted) return this.#shown.volume;
    if (!this.#isLoading && !this.#failed.has(this.#wanted)) void this.#loadWanted(this.#wanted);
    return volume;
  }

  async #loadWanted(index: number): Promise<void> {
    this.#isLoading = true;
    const frame = this.#geometry.frames[index];
    try {
      if (!frame) return;
      const volume = createVolume(this.#geometry, 1);
      setSlice(volume, index, await this.#load(frame));
      this.#shown = { index, volume };
    } catch {
      this.#failed.add(index); // the coarser image stays
    } finally {
      this.#isLoading = false;
      this.#onLoaded();
    }
  }
}
