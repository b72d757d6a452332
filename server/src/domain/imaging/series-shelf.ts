import type { SeriesIndex } from './manifest.ts';

interface Shelved {
  readonly index: SeriesIndex;
  readonly sizeBytes: number;
}

/**
 * The indexes of series that were opened last, by their manifest's id, so that the frames of a series one scrolls through
 * cost no reading of where they lie. Whoever asks is checked before; a manifest never changes under its id.
 */
export class SeriesShelf {
  readonly #kept = new Map<string, Shelved>();
  readonly #mostBytes: number;
  #keptBytes = 0;

  /** `mostBytes`: of JSON that the kept indexes were read from; in memory they take some times that. */
  constructor(mostBytes = 16 * 1_048_576) {
    this.#mostBytes = mostBytes;
  }

  /** The index under this id, read by `read` where it is not kept. */
  async take(id: string, read: () => Promise<Shelved>): Promise<SeriesIndex> {
    const known = this.#kept.get(id);
    const shelved = known ?? (await read());
    this.#drop(id);
    this.#kept.set(id, shelved);
    this.#keptBytes += shelved.sizeBytes;
    for (const [oldest] of this.#kept) {
      if (this.#keptBytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
    return shelved.index;
  }

  #drop(id: string): void {
    const known = this.#kept.get(id);
    if (known === undefined) return;
    this.#keptBytes -= known.sizeBytes;
    this.#kept.delete(id);
  }
}
