import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Measures this thread's memory above its lowest value: objects, and bytes outside the heap. */
export class MemoryMeter {
  readonly #maxBytes: number;
  #baselineBytes = Number.POSITIVE_INFINITY;
  #peakBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    collectGarbage(); // garbage at the start would raise the baseline
    this.#measureBytes();
  }

  /** The highest measurement, including garbage that stayed within the limit. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Measures now. Throws if more than the limit is still in use after a garbage collection. */
  check(): void {
    let usedBytes = this.#measureBytes();
    if (usedBytes > this.#maxBytes) {
      collectGarbage();
      usedBytes = this.#measureBytes();
    }
    this.#peakBytes = Math.max(this.#peakBytes, usedBytes);
    if (usedBytes > this.#maxBytes) throw new Error(`The thread uses ${Math.round(usedBytes / 1024 ** 2)} MB.`);
  }

  #measureBytes(): number {
    const { heapUsed, external } = process.memoryUsage(); // ArrayBuffers are among the external bytes
    this.#baselineBytes = Math.min(this.#baselineBytes, heapUsed + external);
    return heapUsed + external - this.#baselineBytes;
  }
}
