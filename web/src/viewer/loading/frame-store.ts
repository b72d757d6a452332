/** A frame as the portal gave it: still encoded. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  readonly transferSyntax: string;
}

interface StoredFrame {
  readonly frame: Promise<EncodedFrame>;
  /** 0 until it has come. */
  sizeBytes: number;
}

/**
 * Frames as they came, so that none is fetched twice while there is room: who asks while one is under way gets that one;
 * above the bound those asked for longest ago go.
 */
export class FrameStore {
  readonly #fetchFrame: (imageId: string) => Promise<EncodedFrame>;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, StoredFrame>();
  #bytes = 0;

  constructor(maxBytes: number, fetchFrame: (imageId: string) => Promise<EncodedFrame>) {
    this.#maxBytes = maxBytes;
    this.#fetchFrame = fetchFrame;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether this many bytes more fit without letting go of anything. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  has(imageId: string): boolean {
    return this.#entries.has(imageId);
  }

  /** Fails as its fetching did; a failed one is forgotten, and may be asked for again. */
  get(imageId: string): Promise<EncodedFrame> {
    const entry = this.#entries.get(imageId);
    if (entry) {
      this.#entries.delete(imageId);
      this.#entries.set(imageId, entry); // asked for last
      return entry.frame;
    }
    return this.#fetch(imageId);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #fetch(imageId: string): Promise<EncodedFrame> {
    const entry: StoredFrame = { frame: this.#fetchFrame(imageId), sizeBytes: 0 };
    this.#entries.set(imageId, entry);
    entry.frame.then(
      ({ bytes }) => this.#onFetched(imageId, entry, bytes.length),
      () => this.#remove(imageId, entry),
    );
    return entry.frame;
  }

  #onFetched(imageId: string, entry: StoredFrame, sizeBytes: number): void {
    if (this.#entries.get(imageId) !== entry) return;
    entry.sizeBytes = sizeBytes;
    this.#bytes += sizeBytes;
    for (const [id, one] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      if (id !== imageId && one.sizeBytes > 0) this.#remove(id, one);
    }
  }

  #remove(imageId: string, entry: StoredFrame): void {
    if (this.#entries.get(imageId) !== entry) return;
    this.#entries.delete(imageId);
    this.#bytes -= entry.sizeBytes;
  }
}
