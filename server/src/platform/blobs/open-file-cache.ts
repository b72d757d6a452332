import type { Uuid } from '../ids/ids.ts';
import type { BlobReader } from './blob-store.ts';
import type { Layout, ObjectKey } from './container.ts';
import { readLayout } from './decrypt-range.ts';

const defaultIdleMs = 2_000;
const maxEntries = 64;

/** An open object whose header was checked. The holder must call either `close` or `discard`, once. */
export interface CachedObject {
  readonly reader: BlobReader;
  readonly layout: Layout;
  close(): Promise<void>;
  /** Like `close`, for use after a failed read: the next reader opens the object again. */
  discard(): Promise<void>;
}

interface CacheEntry {
  readonly opening: Promise<Pick<CachedObject, 'reader' | 'layout'>>;
  holderCount: number;
  /** No longer in the cache: closed when its last holder releases it. */
  isRemoved: boolean;
  releasedAt: number;
}

/**
 * Keeps objects open for two seconds after their last read, at most 64. When a user scrolls through a series, only the
 * first frame opens the file, gets its size and checks its header. Stored objects never change; code that removes or
 * resumes one must call `remove`.
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

  /** Opens the object or returns the cached one. Throws as `open` does; `corrupt` for a wrong header. */
  async acquire(objectKey: ObjectKey): Promise<CachedObject> {
    const id = objectKey.objectId;
    const entry = this.#entries.get(id) ?? {
      opening: this.#openObject(objectKey),
      holderCount: 0,
      isRemoved: false,
      releasedAt: 0,
    };
    entry.holderCount += 1;
    // The entries are in order of use; the last used is at the end.
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

  /** Removes the object from the cache. Later readers open it again. */
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

/** Closes the object. Ignores errors, because nothing was written. */
async function closeEntry({ opening }: CacheEntry): Promise<void> {
  const { reader } = await opening;
  await reader.close().catch(() => undefined);
}
