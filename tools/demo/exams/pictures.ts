import { Worker } from 'node:worker_threads';
import type { Size } from '../size.ts';

/** What the painting thread is told, and what it answers with: pictures of one name. */
export type PaintOrder = Pick<Size, 'bodies' | 'slices' | 'volumeSlices' | 'clipFrames'>;
type Pixels = readonly (Uint16Array | Uint8Array)[];
interface Painted {
  readonly name: string;
  readonly pixels: Pixels;
}

/** The pictures of the demonstration's exams, by name: `xray/1`, `mr/T2/3`, `ct/volume`. Asking waits until it is painted. */
export class Pictures {
  readonly #worker: Worker;
  readonly #ready = new Map<string, Pixels>();
  readonly #waiting = new Map<string, ((pixels: Pixels) => void)[]>();
  #fail: (error: Error) => void = () => undefined;
  readonly #failed: Promise<never>;

  constructor({ bodies, slices, volumeSlices, clipFrames }: Size) {
    const workerData = { bodies, slices, volumeSlices, clipFrames } satisfies PaintOrder;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => undefined); // whoever waits for a picture hears of it
    this.#worker = new Worker(new URL('painter.ts', import.meta.url), { workerData });
    this.#worker.on('message', (painted: Painted) => this.#take(painted));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** Of 16 bits a pixel. */
  async wide(name: string): Promise<Uint16Array[]> {
    return (await this.#find(name)).filter((pixels) => pixels instanceof Uint16Array);
  }

  /** Of 8 bits a pixel: a clip's frames. */
  async clip(name: string): Promise<Uint8Array> {
    const [frames] = await this.#find(name);
    if (!(frames instanceof Uint8Array)) throw new Error(`${name} is no clip.`);
    return frames;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #find(name: string): Promise<Pixels> {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const coming = new Promise<Pixels>((resolve) => {
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]);
    });
    return await Promise.race([coming, this.#failed]);
  }

  #take({ name, pixels }: Painted): void {
    this.#ready.set(name, pixels);
    for (const resolve of this.#waiting.get(name) ?? []) resolve(pixels);
    this.#waiting.delete(name);
  }
}
