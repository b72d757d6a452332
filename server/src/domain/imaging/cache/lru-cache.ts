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
  /** In the order of their last use. */
  readonly #entries = new Map<string, CacheEntry<Value>>();
  readonly #reads = new Map<string, Promise<CacheEntry<Value>>>();
  readonly #maxBytes: number;
  #sizeBytes = 0;

  /** `maxBytes` counts stored sizes; values may take several times that in memory. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the value of this id; reads it with `read`, once for concurrent callers, if it is not cached. */
  async getOrRead(id: string, read: () => Promise<CacheEntry<Value>>): Promise<Value> {
    const entry = this.#entries.get(id) ?? (await this.#readOnce(id, read));
    this.set(id, entry);
    return entry.value;
  }

  find(id: string): Value | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    this.set(id, entry);
    return entry.value;
  }

  set(id: string, entry: CacheEntry<Value>): void {
    this.remove(id);
    this.#entries.set(id, entry);
    this.#sizeBytes += entry.sizeBytes;
    for (const [oldest] of this.#entries) {
      if (this.#sizeBytes <= this.#maxBytes) break;
      this.remove(oldest);
    }
  }

  #readOnce(id: string, read: () => Promise<CacheEntry<Value>>): Promise<CacheEntry<Value>> {
    const running = this.#reads.get(id) ?? read().finally(() => this.#reads.delete(id));
    this.#reads.set(id, running);
    return running;
  }

  remove(id: string): void {
    const existing = this.#entries.get(id);
    if (existing === undefined) return;
    this.#sizeBytes -= existing.sizeBytes;
    this.#entries.delete(id);
  }

  /** Removes the values for which `isUnwanted` returns true. */
  removeIf(isUnwanted: (id: string, value: Value) => boolean): void {
    for (const [id, { value }] of this.#entries) if (isUnwanted(id, value)) this.remove(id);
  }
}
