import { FLAG_DESCRIPTOR, SATURATED_32, viewOf } from './zip-format.ts';
import { EXPECTED_EXTRA_BYTES, LOCAL_BYTES, LOCAL_SIGNATURE, MERGED_GAP_BYTES } from './zip-members.ts';

// What is remembered of one archive at most, in bytes: some 6,000 headers. Those behind them are read back.
const MOST_BYTES = 2_097_152;

/**
 * Remembers the local headers of a ZIP archive (PKWARE APPNOTE 4.3.7) while it passes by, so that checking it needs not read
 * them back. It follows each header's size to the next and stops where one does not tell it; what lies near the next is left out,
 * since that is read together. It judges nothing and never fails: `readZipIndex` does, from the same bytes.
 */
export class ZipTrail {
  readonly #headers = new Map<number, Uint8Array>();
  #keptBytes = 0;
  #position = 0;
  #next: number | null = 0;
  #gathered: number[] = [];

  /** The next bytes of the archive, which the caller may reuse at once. */
  take(bytes: Uint8Array): void {
    const start = this.#position;
    this.#position += bytes.length;
    while (this.#next !== null && this.#next + this.#gathered.length < this.#position) {
      const from = this.#next + this.#gathered.length - start;
      const wanted = wantedBytes(this.#gathered) - this.#gathered.length;
      this.#gathered.push(...bytes.subarray(from, from + wanted));
      if (this.#gathered.length === wantedBytes(this.#gathered)) this.#step(this.#next);
    }
  }

  /** The bytes from `start` up to `end`, where they are remembered. */
  read(start: number, end: number): Uint8Array | undefined {
    const header = this.#headers.get(start);
    return header && end - start <= header.length ? header.subarray(0, end - start) : undefined;
  }

  /** Keeps the header that was gathered and goes on to the next. */
  #step(offset: number): void {
    const header = Uint8Array.from(this.#gathered);
    this.#gathered = [];
    this.#next = null;
    const view = viewOf(header);
    if (view.getUint32(0, true) !== LOCAL_SIGNATURE || this.#keptBytes + header.length > MOST_BYTES) return;
    const compressedSize = view.getUint32(18, true);
    const isTold = (view.getUint16(6, true) & FLAG_DESCRIPTOR) === 0 && compressedSize !== SATURATED_32;
    if (!isTold) return;
    this.#next = offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true) + compressedSize;
    // of a short member the next one's beginning is gathered already
    this.#gathered = [...header.subarray(this.#next - offset)];
    if (compressedSize <= MERGED_GAP_BYTES) return;
    this.#headers.set(offset, header);
    this.#keptBytes += header.length;
  }
}

/** How much of a header is gathered: as much of it as says how long its name is, then as much as is asked for at first. */
function wantedBytes(gathered: readonly number[]): number {
  if (gathered.length < LOCAL_BYTES) return LOCAL_BYTES;
  return LOCAL_BYTES + EXPECTED_EXTRA_BYTES + (gathered[26] ?? 0) + 256 * (gathered[27] ?? 0);
}
