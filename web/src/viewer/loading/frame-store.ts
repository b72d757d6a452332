/** A frame as the portal gave it: still encoded. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  readonly transferSyntax: string;
}

interface Kept {
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
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(mostBytes: number, fetchFrame: (imageId: string) => Promise<EncodedFrame>) {
    this.#mostBytes = mostBytes;
    this.#fetchFrame = fetchFrame;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether this many bytes more fit without letting go of anything. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#mostBytes;
  }

  has(imageId: string): boolean {
    return this.#kept.has(imageId);
  }

  /** Fails as its fetching did; a failed one is forgotten, and may be asked for again. */
  get(imageId: string): Promise<EncodedFrame> {
    const kept = this.#kept.get(imageId);
    if (kept) {
      this.#kept.delete(imageId);
      this.#kept.set(imageId, kept); // asked for last
      return kept.frame;
    }
    return this.#fetch(imageId);
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #fetch(imageId: string): Promise<EncodedFrame> {
    const kept: Kept = { frame: this.#fetchFrame(imageId), sizeBytes: 0 };
    this.#kept.set(imageId, kept);
    kept.frame.then(
      ({ bytes }) => this.#came(imageId, kept, bytes.length),
      () => this.#forget(imageId, kept),
    );
    return kept.frame;
  }

  #came(imageId: string, kept: Kept, sizeBytes: number): void {
    if (this.#kept.get(imageId) !== kept) return;
    kept.sizeBytes = sizeBytes;
    this.#bytes += sizeBytes;
    for (const [id, one] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return;
      if (id !== imageId && one.sizeBytes > 0) this.#forget(id, one);
    }
  }

  #forget(imageId: string, kept: Kept): void {
    if (this.#kept.get(imageId) !== kept) return;
    this.#kept.delete(imageId);
    this.#bytes -= kept.sizeBytes;
  }
}
