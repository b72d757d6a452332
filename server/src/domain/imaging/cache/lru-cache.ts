/** What was read, and how long it is as it is stored. */
export interface CacheEntry<Value> {
  readonly value: Value;
  readonly sizeBytes: number;
}

/**
 * What was read last of objects that never change, by their ids, so that the frames of a series one scrolls through cost no
 * reading of where they lie. Whoever asks is checked before.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, CacheEntry<Value>>();
  readonly #maxBytes: number;
  #sizeBytes = 0;

  /** `mostBytes`: as stored; in memory they may take some times that. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What is kept under this id, read by `read` where it is not. */
  async getOrRead(id: string, read: () => Promise<CacheEntry<Value>>): Promise<Value> {
    const existing = this.#entries.get(id);
    const entry = existing ?? (await read());
    this.#remove(id);
    this.#entries.set(id, entry);
    this.#sizeBytes += entry.sizeBytes;
    for (const [oldest] of this.#entries) {
      if (this.#sizeBytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return entry.value;
  }

  #remove(id: string): void {
    const existing = this.#entries.get(id);
    if (existing === undefined) return;
    this.#sizeBytes -= existing.sizeBytes;
    this.#entries.delete(id);
  }
}
