import { FLAG_DESCRIPTOR, SATURATED_32, viewOf } from './zip-format.ts';
import { EXPECTED_EXTRA_BYTES, LOCAL_BYTES, LOCAL_SIGNATURE, MERGED_GAP_BYTES } from './zip-members.ts';

// What is remembered of one archive at most, in bytes: some 6,000 headers. Those behind them are read back.
const MOST_BYTES = 2_097_152;

/**
 * Remembers the local headers of a ZIP archive (PKWARE APPNOTE 4.3.7) while it passes by, so that checking it needs not read
 * them back. It follows each header's size to the next and stops where one does not tell it; what lies near the next is left out,
 * since that is read together. It judges nothing and never fails: `readZipIndex` does, from the same bytes.
 */
export class ZipHeaderScanner {
  readonly #headers = new Map<number, Uint8Array>();
  #storedBytes = 0;
  #position = 0;
  #nextOffset: number | null = 0;
  #pending: number[] = [];

  /** The next bytes of the archive, which the caller may reuse at once. */
  scan(bytes: Uint8Array): void {
    const start = this.#position;
    this.#position += bytes.length;
    while (this.#nextOffset !== null && this.#nextOffset + this.#pending.length < this.#position) {
      const from = this.#nextOffset + this.#pending.length - start;
      const missingBytes = neededBytes(this.#pending) - this.#pending.length;
      this.#pending.push(...bytes.subarray(from, from + missingBytes));
      if (this.#pending.length === neededBytes(this.#pending)) this.#parseHeader(this.#nextOffset);
    }
  }

  /** The bytes from `start` up to `end`, where they are remembered. */
  read(start: number, end: number): Uint8Array | undefined {
    const header = this.#headers.get(start);
    return header && end - start <= header.length ? header.subarray(0, end - start) : undefined;
  }

  /** Keeps the header that was gathered and goes on to the next. */
  #parseHeader(offset: number): void {
    const header = Uint8Array.from(this.#pending);
    this.#pending = [];
    this.#nextOffset = null;
    const view = viewOf(header);
    if (view.getUint32(0, true) !== LOCAL_SIGNATURE || this.#storedBytes + header.length > MOST_BYTES) return;
    const compressedSize = view.getUint32(18, true);
    const hasSize = (view.getUint16(6, true) & FLAG_DESCRIPTOR) === 0 && compressedSize !== SATURATED_32;
    if (!hasSize) return;
    this.#nextOffset = offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true) + compressedSize;
    // of a short member the next one's beginning is gathered already
    this.#pending = [...header.subarray(this.#nextOffset - offset)];
    if (compressedSize <= MERGED_GAP_BYTES) return;
    this.#headers.set(offset, header);
    this.#storedBytes += header.length;
  }
}

/** How much of a header is gathered: as much of it as says how long its name is, then as much as is asked for at first. */
function neededBytes(pending: readonly number[]): number {
  if (pending.length < LOCAL_BYTES) return LOCAL_BYTES;
  return LOCAL_BYTES + EXPECTED_EXTRA_BYTES + (pending[26] ?? 0) + 256 * (pending[27] ?? 0);
}
