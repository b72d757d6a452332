import type { Volume } from '../mpr/volume/volume.ts';
import { angleCount, type MipSize, mipSizeOf, mipViewOf } from './mip.ts';
import { createMipTask } from './mip-source.ts';
import type { MipMessage } from './mip-worker.ts';

/** The projections of a PET volume from all sides, made in a worker. */
export class MipProjections {
  readonly #projections: (Uint16Array | undefined)[] = [];
  #size: MipSize | undefined;
  #worker: Worker | undefined;
  #isClosed = false;

  get size(): MipSize | undefined {
    return this.#size;
  }

  /** Returns what is seen from an angle, 0 to 35; undefined until it is made. */
  viewOf(angle: number): { readonly projection: Uint16Array; readonly isMirrored: boolean } | undefined {
    const { projection, isMirrored } = mipViewOf(angle);
    const found = this.#projections[projection];
    return found && { projection: found, isMirrored };
  }

  /** Makes the projections. Calls `onProjection` after each; resolves when all are made, and rejects if it fails. */
  async make(volume: Volume, max: number, onProjection: () => void): Promise<void> {
    const task = await createMipTask(volume, max);
    if (this.#isClosed) return;
    this.#size = mipSizeOf(task);
    const worker = new Worker(new URL('./mip-worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.onmessage = ({ data: { angle, projection } }: MessageEvent<MipMessage>) => {
      this.#projections[angle] = projection;
      onProjection();
      if (angle === angleCount / 2 - 1) resolve();
    };
    worker.onerror = () => reject(new Error('The projections could not be made'));
    worker.postMessage(
      task,
      task.slices.map(({ buffer }) => buffer),
    );
    await promise.finally(() => worker.terminate());
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
  }
}
