import type { Uuid } from '../ids/ids.ts';
import type { BlobReader } from './blob-store.ts';
import type { Layout, ObjectKey } from './container.ts';
import { readLayout } from './decrypt-range.ts';

const defaultIdleMs = 2_000;
const maxEntries = 64;

/** An object that is open for whoever holds it, its header checked. One of the two ends comes, once. */
export interface CachedObject {
  readonly reader: BlobReader;
  readonly layout: Layout;
  close(): Promise<void>;
  /** As `close`, after a reading that failed: the next one opens it anew. */
  discard(): Promise<void>;
}

interface CacheEntry {
  readonly opening: Promise<Pick<CachedObject, 'reader' | 'layout'>>;
  holderCount: number;
  /** No longer to be found: closed with its last holder. */
  isRemoved: boolean;
  releasedAt: number;
}

/**
 * Objects that stay open for two seconds after their last reading, 64 at most: of the frames of a series one scrolls through only the
 * first opens their file, measures it and checks its header. An object never changes; whoever removes it or goes on writing it
 * says so here.
 */
export class OpenFileCache {
  readonly #open: (id: Uuid) => Promise<BlobReader>;
  readonly #idleMs: number;
  readonly #entries = new Map<Uuid, CacheEntry>();
  #timer: NodeJS.Timeout | undefined;

  constructor(open: (id: Uuid) => Promise<BlobReader>, idleMs = defaultIdleMs) {
    this.#open = open;
    this.#idleMs = idleMs;
  }

  /** Fails as opening does, or `corrupt`. */
  async acquire(objectKey: ObjectKey): Promise<CachedObject> {
    const id = objectKey.objectId;
    const entry = this.#entries.get(id) ?? {
      opening: this.#openObject(objectKey),
      holderCount: 0,
      isRemoved: false,
      releasedAt: 0,
    };
    entry.holderCount += 1;
    // the one that was taken last stands last
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    try {
      const { reader, layout } = await entry.opening;
      return { reader, layout, close: () => this.#release(entry), discard: () => this.#discard(id, entry) };
    } catch (error) {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
      throw error;
    }
  }

  /** Whoever takes it from now on opens it anew. */
  async remove(id: Uuid): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    entry.isRemoved = true;
    if (entry.holderCount === 0) await closeEntry(entry);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all([...this.#entries.keys()].map((id) => this.remove(id)));
  }

  async #openObject(objectKey: ObjectKey): Promise<Pick<CachedObject, 'reader' | 'layout'>> {
    const reader = await this.#open(objectKey.objectId);
    try {
      return { reader, layout: await readLayout(reader, objectKey) };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async #discard(id: Uuid, entry: CacheEntry): Promise<void> {
    if (this.#entries.get(id) === entry) await this.remove(id);
    await this.#release(entry);
  }

  async #release(entry: CacheEntry): Promise<void> {
    entry.holderCount -= 1;
    entry.releasedAt = performance.now();
    if (entry.holderCount > 0) return;
    if (entry.isRemoved) return await closeEntry(entry);
    if (this.#entries.size > maxEntries) await this.#removeExpired();
    this.#scheduleCleanup();
  }

  #scheduleCleanup(): void {
    this.#timer ??= setTimeout(async () => {
      this.#timer = undefined;
      await this.#removeExpired();
      if (this.#entries.size > 0) this.#scheduleCleanup();
    }, this.#idleMs).unref();
  }

  async #removeExpired(): Promise<void> {
    const now = performance.now();
    const idleEntries = [...this.#entries].filter(([, { holderCount }]) => holderCount === 0);
    const excessCount = this.#entries.size - maxEntries;
    const expired = idleEntries.filter(
      ([, { releasedAt }], index) => index < excessCount || now - releasedAt >= this.#idleMs,
    );
    await Promise.all(expired.map(([id]) => this.remove(id)));
  }
}

/** Nothing was written: what a close fails with loses nothing. */
async function closeEntry({ opening }: CacheEntry): Promise<void> {
  const { reader } = await opening;
  await reader.close().catch(() => undefined);
}
