/** Incremental CRC-32 (APPNOTE 4.4.7), eight bytes at a time with tables (Intel's slicing-by-8). */
export class Crc32 {
  readonly #tables: readonly Uint32Array[];
  #state = 0xffffffff;

  constructor(tables: readonly Uint32Array[] = createCrcTables()) {
    this.#tables = tables;
  }

  add(bytes: Uint8Array): void {
    const [t0, t1, t2, t3, t4, t5, t6, t7] = this.#tables;
    if (!(t0 && t1 && t2 && t3 && t4 && t5 && t6 && t7)) throw new Error('CRC-32 needs eight tables.');
    let crc = this.#state;
    let at = 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const end = bytes.length - 7; at < end; at += 8) {
      const low = crc ^ view.getUint32(at, true);
      const high = view.getUint32(at + 4, true);
      crc =
        entryAt(t7, low & 255) ^
        entryAt(t6, (low >>> 8) & 255) ^
        entryAt(t5, (low >>> 16) & 255) ^
        entryAt(t4, low >>> 24) ^
        entryAt(t3, high & 255) ^
        entryAt(t2, (high >>> 8) & 255) ^
        entryAt(t1, (high >>> 16) & 255) ^
        entryAt(t0, high >>> 24);
    }
    for (; at < bytes.length; at += 1) crc = entryAt(t0, (crc ^ (bytes[at] ?? 0)) & 255) ^ (crc >>> 8);
    this.#state = crc;
  }

  get value(): number {
    return (this.#state ^ 0xffffffff) >>> 0;
  }
}

function entryAt(table: Uint32Array, index: number): number {
  return table[index] ?? 0;
}

/** Creates the tables, which can be shared by many files. */
export function createCrcTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  const tables = [first];
  for (let index = 1; index < 8; index += 1) {
    const previousTable = tables[index - 1] ?? first;
    tables.push(previousTable.map((crc) => entryAt(first, crc & 255) ^ (crc >>> 8)));
  }
  return tables;
}
