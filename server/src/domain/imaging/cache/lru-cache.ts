/** A value and its stored size. */
export interface CacheEntry<Value> {
  readonly value: Value;
  readonly sizeBytes: number;
}

/**
 * Least-recently-used cache of objects that never change, by id. Scrolling through a series reads its frame positions
 * only once. Callers check access first.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, CacheEntry<Value>>();
  readonly #maxBytes: number;
  #sizeBytes = 0;

  /** `maxBytes` counts stored sizes; values may take several times that in memory. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the value of this id; reads it with `read` if it is not cached. */
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
