import { FLAG_DESCRIPTOR, UINT32_MAX, viewOf } from './zip-format.ts';
import { EXPECTED_EXTRA_BYTES, LOCAL_BYTES, LOCAL_SIGNATURE, MERGED_GAP_BYTES } from './zip-members.ts';

// Maximum bytes stored for one archive: some 6,000 headers. Later headers are read from the stored archive.
const MAX_STORED_BYTES = 2_097_152;

/**
 * Stores the local headers of a ZIP archive (PKWARE APPNOTE 4.3.7) during its upload, so checking it need not read
 * them. Follows each header's size to the next one, and stops at a header without a size. Headers close to the next are
 * not stored, because those are read together. Never rejects input and never throws: `readZipIndex` validates the same
 * bytes.
 */
export class ZipHeaderScanner {
  readonly #headers = new Map<number, Uint8Array>();
  #storedBytes = 0;
  #position = 0;
  #nextOffset: number | null = 0;
  #pending: number[] = [];

  /** Scans the next bytes of the archive. The caller may reuse the buffer afterwards. */
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

  /** Returns the bytes from `start` to `end` if they are stored. */
  read(start: number, end: number): Uint8Array | undefined {
    const header = this.#headers.get(start);
    return header && end - start <= header.length ? header.subarray(0, end - start) : undefined;
  }

  /** Stores the buffered header and continues with the next one. */
  #parseHeader(offset: number): void {
    const header = Uint8Array.from(this.#pending);
    this.#pending = [];
    this.#nextOffset = null;
    const view = viewOf(header);
    if (view.getUint32(0, true) !== LOCAL_SIGNATURE || this.#storedBytes + header.length > MAX_STORED_BYTES) return;
    const compressedSize = view.getUint32(18, true);
    const hasSize = (view.getUint16(6, true) & FLAG_DESCRIPTOR) === 0 && compressedSize !== UINT32_MAX;
    if (!hasSize) return;
    this.#nextOffset = offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true) + compressedSize;
    // for a short member, the beginning of the next header is already buffered
    this.#pending = [...header.subarray(this.#nextOffset - offset)];
    if (compressedSize <= MERGED_GAP_BYTES) return;
    this.#headers.set(offset, header);
    this.#storedBytes += header.length;
  }
}

/** Returns how much of a header to buffer: first up to the length of its name, then as much as the first read takes. */
function neededBytes(pending: readonly number[]): number {
  if (pending.length < LOCAL_BYTES) return LOCAL_BYTES;
  return LOCAL_BYTES + EXPECTED_EXTRA_BYTES + (pending[26] ?? 0) + 256 * (pending[27] ?? 0);
}
