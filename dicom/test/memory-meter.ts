import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What this thread holds beside what it held at its leanest: objects, and bytes outside the heap. */
export class MemoryMeter {
  readonly #maxBytes: number;
  #baselineBytes = Number.POSITIVE_INFINITY;
  #peakBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    collectGarbage(); // else what it begins with would hide as much later on
    this.#measureBytes();
  }

  /** The most that was held at any look, garbage among it where that stayed within the bound. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Looks now. Throws where more is held than may be, once what is garbage has been collected. */
  check(): void {
    let usedBytes = this.#measureBytes();
    if (usedBytes > this.#maxBytes) {
      collectGarbage();
      usedBytes = this.#measureBytes();
    }
    this.#peakBytes = Math.max(this.#peakBytes, usedBytes);
    if (usedBytes > this.#maxBytes) throw new Error(`It held ${Math.round(usedBytes / 1024 ** 2)} MB.`);
  }

  #measureBytes(): number {
    const { heapUsed, external } = process.memoryUsage(); // ArrayBuffers are among the external bytes
    this.#baselineBytes = Math.min(this.#baselineBytes, heapUsed + external);
    return heapUsed + external - this.#baselineBytes;
  }
}
