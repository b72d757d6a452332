import { Worker } from 'node:worker_threads';
import type { Size } from '../size.ts';

/** Task of the rendering worker. */
export type RenderTask = Pick<Size, 'bodies' | 'slices' | 'volumeSlices' | 'clipFrames'>;
/** The body of the large CT, and of the PET-CT. */
export const volumeSeed = 7;
type Pixels = readonly (Uint16Array | Uint8Array)[];
interface RenderedImages {
  readonly name: string;
  readonly pixels: Pixels;
}

/**
 * The images of the demonstration's exams by name: `xray/1`, `mr/T2/3`, `ct/volume`. Getters wait until they are
 * rendered.
 */
export class ExamImages {
  readonly #worker: Worker;
  readonly #ready = new Map<string, Pixels>();
  readonly #waiting = new Map<string, ((pixels: Pixels) => void)[]>();
  #fail: (error: Error) => void = () => undefined;
  readonly #failed: Promise<never>;

  constructor({ bodies, slices, volumeSlices, clipFrames }: Size) {
    const workerData = { bodies, slices, volumeSlices, clipFrames } satisfies RenderTask;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => undefined); // the getters reject with it
    this.#worker = new Worker(new URL('render-images.ts', import.meta.url), { workerData });
    this.#worker.on('message', (rendered: RenderedImages) => this.#storePixels(rendered));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** Returns images with 16 bits per pixel. */
  async getWide(name: string): Promise<Uint16Array[]> {
    return (await this.#getPixels(name)).filter((pixels) => pixels instanceof Uint16Array);
  }

  /** Returns a clip's frames with 8 bits per pixel. Throws if the name is no clip. */
  async getClip(name: string): Promise<Uint8Array> {
    const [frames] = await this.#getPixels(name);
    if (!(frames instanceof Uint8Array)) throw new Error(`${name} is no clip.`);
    return frames;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #getPixels(name: string): Promise<Pixels> {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const pending = new Promise<Pixels>((resolve) => {
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]);
    });
    return await Promise.race([pending, this.#failed]);
  }

  #storePixels({ name, pixels }: RenderedImages): void {
    this.#ready.set(name, pixels);
    for (const resolve of this.#waiting.get(name) ?? []) resolve(pixels);
    this.#waiting.delete(name);
  }
}
