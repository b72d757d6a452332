import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What this thread holds beside what it held at its leanest: objects, and bytes outside the heap. */
export class MemoryMeter {
  readonly #mostBytes: number;
  #least = Number.POSITIVE_INFINITY;
  #worst = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
    collect(); // else what it begins with would hide as much later on
    this.#held();
  }

  /** The most that was held at any look, garbage among it where that stayed within the bound. */
  get worstBytes(): number {
    return this.#worst;
  }

  /** Looks now. Throws where more is held than may be, once what is garbage has been collected. */
  look(): void {
    let held = this.#held();
    if (held > this.#mostBytes) {
      collect();
      held = this.#held();
    }
    this.#worst = Math.max(this.#worst, held);
    if (held > this.#mostBytes) throw new Error(`It held ${Math.round(held / 1024 ** 2)} MB.`);
  }

  #held(): number {
    const { heapUsed, external } = process.memoryUsage(); // ArrayBuffers are among the external bytes
    this.#least = Math.min(this.#least, heapUsed + external);
    return heapUsed + external - this.#least;
  }
}
