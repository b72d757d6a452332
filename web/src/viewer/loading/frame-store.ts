/** A frame in its encoded form, as received from the server. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  readonly transferSyntax: string;
}

interface StoredFrame {
  readonly frame: Promise<EncodedFrame>;
  /** 0 until it has arrived. */
  sizeBytes: number;
}

/**
 * An LRU cache of encoded frames. Concurrent requests for a frame share one fetch. Above the limit, the least recently
 * used frames are removed.
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

  /** Bytes stored now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns whether this many more bytes fit without removing a frame. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  has(imageId: string): boolean {
    return this.#entries.has(imageId);
  }

  /** Returns a frame, fetching it if needed. Rejects if the fetch fails; the next call then fetches again. */
  get(imageId: string): Promise<EncodedFrame> {
    const entry = this.#entries.get(imageId);
    if (entry) {
      this.#entries.delete(imageId);
      this.#entries.set(imageId, entry); // most recently used
      return entry.frame;
    }
    return this.#add(imageId, this.#fetchFrame(imageId));
  }

  /** Stores another frame in the place of one that cannot be decoded. */
  replace(imageId: string, frame: EncodedFrame): void {
    const entry = this.#entries.get(imageId);
    if (entry) this.#remove(imageId, entry);
    this.#add(imageId, Promise.resolve(frame));
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #add(imageId: string, frame: Promise<EncodedFrame>): Promise<EncodedFrame> {
    const entry: StoredFrame = { frame, sizeBytes: 0 };
    this.#entries.set(imageId, entry);
    entry.frame.then(
      ({ bytes }) => this.#onLoaded(imageId, entry, bytes.length),
      () => this.#remove(imageId, entry),
    );
    return entry.frame;
  }

  #onLoaded(imageId: string, entry: StoredFrame, sizeBytes: number): void {
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
