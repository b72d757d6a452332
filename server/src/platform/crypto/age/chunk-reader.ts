const lineEnd = 0x0a;

/** Reads a stream of bytes in lines and in chunks of a chosen size. */
export class ChunkReader {
  readonly #source: AsyncIterator<Buffer>;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads exactly this many bytes, or all that are left. */
  async read(bytes: number): Promise<Buffer> {
    while (this.#pendingBytes < bytes && (await this.#fetch()));
    const all = this.#joinPending();
    this.#replacePending(all.subarray(bytes));
    return all.subarray(0, bytes);
  }

  /** Reads a line without its end, as Latin-1. Returns null if none ends within `maxBytes`. */
  async readLine(maxBytes: number): Promise<string | null> {
    for (;;) {
      const all = this.#joinPending();
      const end = all.indexOf(lineEnd);
      if (end !== -1) {
        this.#replacePending(all.subarray(end + 1));
        return all.toString('latin1', 0, end);
      }
      this.#replacePending(all);
      if (all.length > maxBytes || !(await this.#fetch())) return null;
    }
  }

  #joinPending(): Buffer {
    const [first] = this.#pending;
    return first !== undefined && this.#pending.length === 1 ? first : Buffer.concat(this.#pending);
  }

  #replacePending(rest: Buffer): void {
    this.#pending = rest.length === 0 ? [] : [rest];
    this.#pendingBytes = rest.length;
  }

  async #fetch(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#pending.push(next.value);
    this.#pendingBytes += next.value.length;
    return true;
  }
}
