import type { Uuid } from '../ids/ids.ts';
import type { Layout, Seal } from './container.ts';
import { sealedLayout } from './seal-reader.ts';
import type { BlobReader } from './store.ts';

const usualMs = 2_000;
const mostKept = 64;

/** An object that is open for whoever holds it, its header checked. One of the two ends comes, once. */
export interface HeldObject {
  readonly reader: BlobReader;
  readonly layout: Layout;
  close(): Promise<void>;
  /** As `close`, after a reading that failed: the next one opens it anew. */
  giveUp(): Promise<void>;
}

interface Kept {
  readonly opening: Promise<Pick<HeldObject, 'reader' | 'layout'>>;
  holders: number;
  /** No longer to be found: closed with its last holder. */
  isForgotten: boolean;
  leftAt: number;
}

/**
 * Objects that stay open for two seconds after their last reading, 64 at most: of the frames of a series one scrolls through only the
 * first opens their file, measures it and checks its header. An object never changes; whoever removes it or goes on writing it
 * says so here.
 */
export class KeptOpen {
  readonly #open: (id: Uuid) => Promise<BlobReader>;
  readonly #keptMs: number;
  readonly #kept = new Map<Uuid, Kept>();
  #timer: NodeJS.Timeout | undefined;

  constructor(open: (id: Uuid) => Promise<BlobReader>, keptMs = usualMs) {
    this.#open = open;
    this.#keptMs = keptMs;
  }

  /** Fails as opening does, or `corrupt`. */
  async take(seal: Seal): Promise<HeldObject> {
    const id = seal.objectId;
    const kept = this.#kept.get(id) ?? { opening: this.#opened(seal), holders: 0, isForgotten: false, leftAt: 0 };
    kept.holders += 1;
    // the one that was taken last stands last
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    try {
      const { reader, layout } = await kept.opening;
      return { reader, layout, close: () => this.#leave(kept), giveUp: () => this.#giveUp(id, kept) };
    } catch (error) {
      if (this.#kept.get(id) === kept) this.#kept.delete(id);
      throw error;
    }
  }

  /** Whoever takes it from now on opens it anew. */
  async forget(id: Uuid): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    kept.isForgotten = true;
    if (kept.holders === 0) await closed(kept);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all([...this.#kept.keys()].map((id) => this.forget(id)));
  }

  async #opened(seal: Seal): Promise<Pick<HeldObject, 'reader' | 'layout'>> {
    const reader = await this.#open(seal.objectId);
    try {
      return { reader, layout: await sealedLayout(reader, seal) };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async #giveUp(id: Uuid, kept: Kept): Promise<void> {
    if (this.#kept.get(id) === kept) await this.forget(id);
    await this.#leave(kept);
  }

  async #leave(kept: Kept): Promise<void> {
    kept.holders -= 1;
    kept.leftAt = performance.now();
    if (kept.holders > 0) return;
    if (kept.isForgotten) return await closed(kept);
    if (this.#kept.size > mostKept) await this.#forgetOld();
    this.#lookLater();
  }

  #lookLater(): void {
    this.#timer ??= setTimeout(async () => {
      this.#timer = undefined;
      await this.#forgetOld();
      if (this.#kept.size > 0) this.#lookLater();
    }, this.#keptMs).unref();
  }

  async #forgetOld(): Promise<void> {
    const now = performance.now();
    const idle = [...this.#kept].filter(([, { holders }]) => holders === 0);
    const tooMany = this.#kept.size - mostKept;
    const old = idle.filter(([, { leftAt }], place) => place < tooMany || now - leftAt >= this.#keptMs);
    await Promise.all(old.map(([id]) => this.forget(id)));
  }
}

/** Nothing was written: what a close fails with loses nothing. */
async function closed({ opening }: Kept): Promise<void> {
  const { reader } = await opening;
  await reader.close().catch(() => undefined);
}
