import { Worker } from 'node:worker_threads';
import type { Size } from '../size.ts';

/** What the painting thread is told, and what it answers with: pictures of one name. */
export type RenderTask = Pick<Size, 'bodies' | 'slices' | 'volumeSlices' | 'clipFrames'>;
type Pixels = readonly (Uint16Array | Uint8Array)[];
interface RenderedImages {
  readonly name: string;
  readonly pixels: Pixels;
}

/** The pictures of the demonstration's exams, by name: `xray/1`, `mr/T2/3`, `ct/volume`. Asking waits until it is painted. */
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
    this.#failed.catch(() => undefined); // whoever waits for a picture hears of it
    this.#worker = new Worker(new URL('render-images.ts', import.meta.url), { workerData });
    this.#worker.on('message', (rendered: RenderedImages) => this.#storePixels(rendered));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** Of 16 bits a pixel. */
  async getWide(name: string): Promise<Uint16Array[]> {
    return (await this.#getPixels(name)).filter((pixels) => pixels instanceof Uint16Array);
  }

  /** Of 8 bits a pixel: a clip's frames. */
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
