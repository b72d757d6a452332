/** What was read, and how long it is as it is stored. */
export interface Shelved<Value> {
  readonly value: Value;
  readonly sizeBytes: number;
}

/**
 * What was read last of objects that never change, by their ids, so that the frames of a series one scrolls through cost no
 * reading of where they lie. Whoever asks is checked before.
 */
export class ReadShelf<Value> {
  readonly #kept = new Map<string, Shelved<Value>>();
  readonly #mostBytes: number;
  #keptBytes = 0;

  /** `mostBytes`: as stored; in memory they may take some times that. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** What is kept under this id, read by `read` where it is not. */
  async take(id: string, read: () => Promise<Shelved<Value>>): Promise<Value> {
    const known = this.#kept.get(id);
    const shelved = known ?? (await read());
    this.#drop(id);
    this.#kept.set(id, shelved);
    this.#keptBytes += shelved.sizeBytes;
    for (const [oldest] of this.#kept) {
      if (this.#keptBytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
    return shelved.value;
  }

  #drop(id: string): void {
    const known = this.#kept.get(id);
    if (known === undefined) return;
    this.#keptBytes -= known.sizeBytes;
    this.#kept.delete(id);
  }
}
