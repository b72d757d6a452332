import { ApiError } from '@medcloud/contract/api-client';
import { limits } from '@medcloud/contract/limits';
import type { Annotation, AnnotationDraft, DraftItem, DraftRevision } from '@medcloud/contract/shapes/annotations';
import { mergeItems, withoutOldDeletions } from './merge-items.ts';

/** How a draft is loaded and sent. Both reject like `api.call`. */
export interface DraftConnection {
  readonly load: () => Promise<AnnotationDraft>;
  /** With `isLeaving` the request outlives the page. */
  readonly save: (items: readonly DraftItem[], revision: number, isLeaving: boolean) => Promise<DraftRevision>;
}

/**
 * `loading` until it is known what the server has; `failing` while attempts repeat; `refused` if the server rejects the
 * draft, so that only another change is sent again.
 */
export type DraftPhase = 'loading' | 'saved' | 'saving' | 'failing' | 'refused';

interface DraftOptions extends DraftConnection {
  readonly now: () => number;
  /** Called after each change; with `received` if items came from the server. */
  readonly onChange: (received: boolean) => void;
}

const saveDelayMs = 1_000;
const retryDelaysMs = [2_000, 5_000, 10_000];
const maxRetryDelayMs = 20_000;
const maxConflicts = 20; // in a row, from tabs that save at the same moment

/** The server cannot take this draft, so sending it again is useless. */
const isRejection = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![408, 429].includes(error.status);

/** The newer draft in a conflict. The server checked its shape. */
function draftOf(error: unknown): AnnotationDraft | undefined {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return undefined;
  const { current } = error;
  const isDraft = (value: unknown): value is AnnotationDraft =>
    typeof value === 'object' && value !== null && 'revision' in value && 'items' in value;
  return isDraft(current) ? current : undefined;
}

/** The caller's items on one exam. Sends every change one second later, and merges what another tab changed. */
export class Draft {
  readonly #options: DraftOptions;
  #items: ReadonlyMap<string, DraftItem> = new Map();
  /** Items that the server does not have yet, with their `updatedAt`. */
  readonly #unsent = new Map<string, string>();
  #revision: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #isRefused = false;
  #isClosed = false;

  constructor(options: DraftOptions) {
    this.#options = options;
    void this.#run();
  }

  /** The items that are not deleted. */
  get items(): Annotation[] {
    return [...this.#items.values()].filter((item): item is Annotation => !('deleted' in item));
  }

  /** Number of changes that the server does not have. */
  get unsent(): number {
    return this.#unsent.size;
  }

  get phase(): DraftPhase {
    if (this.#isRefused) return 'refused';
    if (this.#failures > 0) return 'failing';
    if (this.#revision === undefined) return 'loading';
    return this.#unsent.size > 0 ? 'saving' : 'saved';
  }

  /** Sends what is unsent and returns the revision that the server then has. Throws if it could not be sent. */
  async settle(): Promise<number> {
    await this.flush();
    if (this.#revision === undefined || this.#unsent.size > 0) throw new TypeError('The draft could not be sent');
    return this.#revision;
  }

  /** Loads what another tab changed. */
  async reload(): Promise<void> {
    this.#revision = undefined;
    await this.flush();
  }

  find(id: string): Annotation | undefined {
    const item = this.#items.get(id);
    return item && !('deleted' in item) ? item : undefined;
  }

  /** Adds or changes an item. Returns false if the draft is full. */
  put(item: Omit<Annotation, 'updatedAt'>): boolean {
    if (!this.find(item.id) && this.items.length >= limits.annotationsMax) return false;
    this.#change({ ...item, updatedAt: this.#nextTime(item.id) });
    return true;
  }

  delete(id: string): void {
    if (this.find(id)) this.#change({ id, deleted: true, updatedAt: this.#nextTime(id) });
  }

  /** Sends unsent changes now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#run();
  }

  /** Sends unsent changes with a request that outlives the page. */
  async flushAtLeaving(): Promise<void> {
    if (this.#revision === undefined || this.#unsent.size === 0) return;
    await this.#send(true).catch(() => undefined); // if the page stays, the next attempt is already planned
    this.#options.onChange(false);
  }

  /** Sends what is unsent and then stops. */
  close(): void {
    this.#isClosed = true;
    if (this.#unsent.size > 0) void this.flush();
    clearTimeout(this.#timer);
  }

  /** The time of a change: after the item's last one, even if the clock was set back or another one is ahead. */
  #nextTime(id: string): string {
    const last = Date.parse(this.#items.get(id)?.updatedAt ?? '');
    const now = this.#options.now();
    return new Date(Number.isNaN(last) ? now : Math.max(now, last + 1)).toISOString();
  }

  #change(item: DraftItem): void {
    this.#items = new Map(this.#items).set(item.id, item);
    this.#unsent.set(item.id, item.updatedAt);
    this.#isRefused = false;
    this.#schedule(saveDelayMs);
    this.#options.onChange(false);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  /** Loads the draft first, then sends what is unsent. One run at a time. */
  #run(): Promise<void> {
    this.#running ??= this.#sync().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sync(): Promise<void> {
    try {
      if (this.#revision === undefined) this.#receive(await this.#options.load());
      for (let attempt = 0; this.#unsent.size > 0 && attempt < maxConflicts; attempt++)
        if (await this.#send(false)) break;
      this.#failures = 0;
      if (this.#unsent.size > 0) this.#schedule(saveDelayMs); // changed meanwhile
    } catch (error) {
      if (isRejection(error)) this.#isRefused = true;
      else this.#retryLater(error);
    }
    this.#options.onChange(false);
  }

  #retryLater(error: unknown): void {
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    this.#schedule(seconds === undefined ? (retryDelaysMs[this.#failures] ?? maxRetryDelayMs) : seconds * 1_000);
    this.#failures++;
  }

  /** Sends all items once. Returns false after a conflict: it is merged, and the changes are still unsent. */
  async #send(isLeaving: boolean): Promise<boolean> {
    const sent = new Map(this.#unsent);
    const items = withoutOldDeletions([...this.#items.values()]);
    try {
      const { revision } = await this.#options.save(items, this.#revision ?? 0, isLeaving);
      this.#revision = revision;
      for (const [id, updatedAt] of sent) if (this.#unsent.get(id) === updatedAt) this.#unsent.delete(id);
      return true;
    } catch (error) {
      const newer = draftOf(error);
      if (!newer) throw error;
      this.#receive(newer);
      return false;
    }
  }

  #receive({ revision, items }: AnnotationDraft): void {
    this.#revision = revision;
    const merged = new Map(mergeItems(this.#items.values(), items).map((item) => [item.id, item]));
    this.#items = merged;
    const theirs = new Map(items.map(({ id, updatedAt }) => [id, updatedAt]));
    for (const [id] of this.#unsent) if (theirs.get(id) === merged.get(id)?.updatedAt) this.#unsent.delete(id);
    this.#options.onChange(true);
  }
}
