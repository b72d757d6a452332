/** The tables that a viewer needs of an embedded font without hints for small screens (PDF 32000-1, 9.9). */
const embeddedTables = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

/** Flags of a composite glyph's component (OpenType, glyf). */
const component = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80, instructions: 0x100 } as const;

/**
 * A TrueType font: glyphs of characters, their widths, and a copy with only the glyphs in use. Reads the character map
 * of format 4 (OpenType, cmap), which covers Greek and Latin. Throws a RangeError or TypeError for another file.
 */
export class TrueTypeFont {
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  readonly #bytes: Buffer;
  readonly #tables = new Map<string, Buffer>();
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #unitsPerEm: number;
  readonly #metricCount: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const count = bytes.readUInt16BE(4);
    for (let entry = 12; entry < 12 + count * 16; entry += 16) {
      const start = bytes.readUInt32BE(entry + 8);
      const tag = bytes.toString('latin1', entry, entry + 4);
      this.#tables.set(tag, bytes.subarray(start, start + bytes.readUInt32BE(entry + 12)));
    }
    const head = this.#table('head');
    this.#unitsPerEm = head.readUInt16BE(18);
    this.box = [36, 38, 40, 42].map((offset) => this.#toThousandths(head.readInt16BE(offset)));
    const hhea = this.#table('hhea');
    this.ascent = this.#toThousandths(hhea.readInt16BE(4));
    this.descent = this.#toThousandths(hhea.readInt16BE(6));
    this.#metricCount = hhea.readUInt16BE(34);
    this.#glyphs = readCharacterMap(this.#table('cmap'));
  }

  /** Returns the glyph of a character; 0, an empty box, if the font has none. */
  glyphOf(character: string): number {
    return this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0;
  }

  /** Returns a glyph's width in thousandths of the font size. */
  widthOf(glyph: number): number {
    return this.#toThousandths(this.#table('hmtx').readUInt16BE(Math.min(glyph, this.#metricCount - 1) * 4));
  }

  /**
   * Returns a font file in which all other glyphs are empty. Numbers of glyphs stay the same. Without hints, which are
   * for screens of few pixels, it is a third smaller.
   */
  subset(used: Iterable<number>): Buffer {
    const wanted = this.#withComponents([0, ...used]);
    const glyphCount = this.#table('maxp').readUInt16BE(4);
    const offsets = Buffer.alloc((glyphCount + 1) * 4);
    const outlines: Buffer[] = [];
    let length = 0;
    for (let glyph = 0; glyph < glyphCount; glyph += 1) {
      offsets.writeUInt32BE(length, glyph * 4);
      if (!wanted.has(glyph)) continue;
      const outline = padToFour(withoutInstructions(this.#outlineOf(glyph)));
      outlines.push(outline);
      length += outline.length;
    }
    offsets.writeUInt32BE(length, glyphCount * 4);
    const head = Buffer.from(this.#table('head'));
    head.writeInt16BE(1, 50); // indexToLocFormat: offsets of 32 bits
    return this.#write(
      new Map([
        ...this.#tables,
        ['glyf', Buffer.concat(outlines)],
        ['hmtx', this.#metricsOf(wanted)],
        ['loca', offsets],
        ['head', head],
      ]),
    );
  }

  /** Copies the metrics of some glyphs; the others' are 0. */
  #metricsOf(wanted: ReadonlySet<number>): Buffer {
    const metrics = Buffer.from(this.#table('hmtx'));
    for (let glyph = 0; glyph < this.#metricCount; glyph += 1)
      if (!wanted.has(glyph)) metrics.fill(0, glyph * 4, glyph * 4 + 4);
    return metrics;
  }

  #write(tables: ReadonlyMap<string, Buffer>): Buffer {
    const named = embeddedTables.flatMap((tag) => {
      const table = tables.get(tag);
      return table === undefined ? [] : [{ tag, table }];
    });
    const power = 2 ** Math.floor(Math.log2(named.length));
    const directory = Buffer.alloc(12 + named.length * 16);
    this.#bytes.copy(directory, 0, 0, 4);
    directory.writeUInt16BE(named.length, 4);
    directory.writeUInt16BE(power * 16, 6);
    directory.writeUInt16BE(Math.log2(power), 8);
    directory.writeUInt16BE((named.length - power) * 16, 10);
    let start = directory.length;
    for (const [index, { tag, table }] of named.entries()) {
      const entry = 12 + index * 16;
      directory.write(tag, entry, 'latin1');
      directory.writeUInt32BE(checksumOf(padToFour(table)), entry + 4);
      directory.writeUInt32BE(start, entry + 8);
      directory.writeUInt32BE(table.length, entry + 12);
      start += padToFour(table).length;
    }
    return Buffer.concat([directory, ...named.map(({ table }) => padToFour(table))]);
  }

  /** Adds the glyphs that composite ones consist of. */
  #withComponents(glyphs: Iterable<number>): Set<number> {
    const all = new Set(glyphs);
    // a set's loop also visits what is added meanwhile
    for (const glyph of all) for (const part of listComponents(this.#outlineOf(glyph))) all.add(part);
    return all;
  }

  #outlineOf(glyph: number): Buffer {
    const offsets = this.#table('loca');
    const isLong = this.#table('head').readInt16BE(50) === 1;
    const at = (index: number) => (isLong ? offsets.readUInt32BE(index * 4) : offsets.readUInt16BE(index * 2) * 2);
    return this.#table('glyf').subarray(at(glyph), at(glyph + 1));
  }

  #table(tag: string): Buffer {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new TypeError(`The font has no table ${tag}.`);
    return table;
  }

  #toThousandths(units: number): number {
    return Math.round((units * 1_000) / this.#unitsPerEm);
  }
}

/** Reads a character map's segments (format 4) as glyphs by code point. */
function readCharacterMap(cmap: Buffer): ReadonlyMap<number, number> {
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + index * 8)),
  );
  const table = tables.find((each) => each.readUInt16BE(0) === 4);
  if (table === undefined) throw new TypeError('The font has no character map of format 4.');
  const size = table.readUInt16BE(6);
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < size; segment += 2) {
    const [end, start] = [table.readUInt16BE(14 + segment), table.readUInt16BE(16 + size + segment)];
    const delta = table.readUInt16BE(16 + 2 * size + segment);
    const rangeAt = 16 + 3 * size + segment;
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const stored = range === 0 ? code : table.readUInt16BE(rangeAt + range + (code - start) * 2);
      if (range === 0 || stored !== 0) glyphs.set(code, (stored + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** Removes a glyph's hints (OpenType, glyf): the outline stays the same. */
function withoutInstructions(outline: Buffer): Buffer {
  if (outline.length === 0) return outline;
  const contourCount = outline.readInt16BE(0);
  if (contourCount < 0) return withoutComponentInstructions(outline);
  const lengthAt = 10 + contourCount * 2;
  const rest = outline.subarray(lengthAt + 2 + outline.readUInt16BE(lengthAt));
  return Buffer.concat([outline.subarray(0, lengthAt), Buffer.alloc(2), rest]);
}

function withoutComponentInstructions(outline: Buffer): Buffer {
  const copy = Buffer.from(outline);
  const parts = readComponents(outline);
  for (const { at, flags } of parts) copy.writeUInt16BE(flags & ~component.instructions, at);
  return copy.subarray(0, parts.at(-1)?.end);
}

/** Lists the glyphs of which a composite glyph consists; none for another. */
function listComponents(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  return readComponents(outline).map(({ glyph }) => glyph);
}

/** Reads the parts of a composite glyph: their glyphs, flags, and the offsets where they start and end. */
function readComponents(outline: Buffer): { glyph: number; flags: number; at: number; end: number }[] {
  const parts: { glyph: number; flags: number; at: number; end: number }[] = [];
  let at = 10;
  let flags: number = component.more;
  while (flags & component.more) {
    flags = outline.readUInt16BE(at);
    const scaleBytes = flags & component.scale ? 2 : flags & component.twoScales ? 4 : flags & component.matrix ? 8 : 0;
    const end = at + 4 + (flags & component.words ? 4 : 2) + scaleBytes;
    parts.push({ glyph: outline.readUInt16BE(at + 2), flags, at, end });
    at = end;
  }
  return parts;
}

function padToFour(bytes: Buffer): Buffer {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** Adds a table's words (OpenType, calculating checksums). */
function checksumOf(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
