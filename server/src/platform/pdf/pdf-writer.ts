import { deflateSync } from 'node:zlib';
import { type PdfElement, type PdfStructure, toHexText } from './pdf-structure.ts';
import type { TrueTypeFont } from './true-type-font.ts';

/** A font in a document, and the glyphs that its texts use. */
interface UsedFont {
  readonly font: TrueTypeFont;
  /** Character by glyph, so that a reader can copy and search the text. */
  readonly used: Map<number, string>;
}

export interface PdfText {
  /** Points from the page's left and bottom edge. */
  x: number;
  y: number;
  text: string;
  size: number;
  /** Index of the font. */
  font: number;
  /** On an image: in the color of drawings, on a dark field that the image shines through. */
  isOnImage?: boolean;
  /** 0, black, to 1, white. */
  gray?: number;
  /** Degrees against the clock. */
  angle?: number;
  /** The element to which it belongs, in a document with a structure. */
  element?: PdfElement;
}

/** A horizontal line, half a point thick. */
export interface PdfRule {
  x: number;
  y: number;
  width: number;
}

/** A JPEG image of 8 bits a sample. */
export interface PdfImage {
  jpeg: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  isGray: boolean;
  /** Black and white are exchanged. */
  isInverted: boolean;
  /** Places the square of 1 x 1 that the image fills, bottom edge at 0 (ISO 32000-1, 8.3.4). */
  matrix: readonly [number, number, number, number, number, number];
}

/** A line through points, drawn over images. */
export interface PdfPath {
  points: readonly (readonly [x: number, y: number])[];
  isClosed: boolean;
}

/** Black rectangles, each as its left and bottom edge, width and height. */
export interface PdfFigure {
  rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[];
  element?: PdfElement;
}

export interface PdfPage {
  width: number;
  height: number;
  texts: readonly PdfText[];
  rules: readonly PdfRule[];
  images?: readonly PdfImage[];
  paths?: readonly PdfPath[];
  figures?: readonly PdfFigure[];
}

const newLine = '\n';

// drawings are yellow as on the screen, with a dark edge that keeps them visible over white
const [drawingColor, edgeColor] = ['0.98 0.86 0.22', '0.05 0.05 0.05'];

/**
 * Writes a PDF of texts and images, page by page: the caller passes each returned buffer on. Objects 1 to 3 are the catalog,
 * the list of pages and the facts; they and the fonts follow the last page (ISO 32000-1, 7.5: the order is free).
 */
export class PdfWriter {
  readonly #fonts: readonly UsedFont[];
  readonly #offsets = new Map<number, number>();
  readonly #pages: number[] = [];
  readonly #structure: PdfStructure | null;
  #length = 0;
  #lastObject: number;

  /** With a structure the document has tags for screen readers. */
  constructor(fonts: readonly TrueTypeFont[], structure: PdfStructure | null = null) {
    this.#structure = structure;
    this.#fonts = fonts.map((font) => ({ font, used: new Map() }));
    this.#lastObject = 3 + fonts.length;
  }

  /** Returns the file's first bytes. */
  start(): Buffer {
    // four bytes above 127 mark the file as binary (7.5.2)
    return this.#count(Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a])]));
  }

  /** Returns the width of a text in points. */
  widthOf(text: string, size: number, font: number): number {
    const { font: used } = this.#fontAt(font);
    let width = 0;
    for (const character of text) width += used.widthOf(used.glyphOf(character));
    return (width * size) / 1_000;
  }

  /** Returns the bytes of a page. */
  page({ width, height, texts, rules, images = [], paths = [], figures = [] }: PdfPage): Buffer {
    const stored = images.map((image) => this.#addImage(image));
    const entries = this.#structure?.startPage() ?? '';
    const content = [
      ...images.map(({ matrix }, index) => `q ${matrix.map(round).join(' ')} cm /I${index} Do Q`),
      ...paths.map(drawPath),
      ...texts.map((text) => this.#mark(text.element, this.#drawText(text))),
      ...rules.map(({ x, y, width: length }) =>
        this.#mark(undefined, `${round(x)} ${round(y)} ${round(length)} 0.5 re f`),
      ),
      ...figures.map(({ rectangles, element }) => this.#mark(element, drawRectangles(rectangles))),
    ].join(newLine);
    const stream = this.#addStream(Buffer.from(content, 'latin1'));
    const fonts = this.#fonts.map((_, index) => `/F${index} ${4 + index} 0 R`).join(' ');
    const objects = stored.map(({ id }, index) => `/I${index} ${id} 0 R`).join(' ');
    const id = this.#nextObject();
    this.#pages.push(id);
    const page = this.#object(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << ${fonts} >> /XObject << ${objects} >> /ExtGState << /Field << /ca 0.55 >> >> >> /Contents ${stream.id} 0 R${entries} >>`,
    );
    return Buffer.concat([...stored.map(({ bytes }) => bytes), stream.bytes, page]);
  }

  /** Returns the rest of the file: fonts, list of pages, and the table of objects. */
  end({ title, language, createdAt }: { title: string; language: string; createdAt: Date }): Buffer {
    const kids = this.#pages.map((id) => `${id} 0 R`).join(' ');
    const day = createdAt.toISOString().replace(/\D/g, '').slice(0, 14);
    const structure = this.#structure?.write(this.#pages, {
      nextObject: () => this.#nextObject(),
      object: (id, body) => this.#object(id, body),
    });
    const parts = [
      ...(structure === undefined ? [] : [structure.bytes]),
      ...this.#fonts.map((used, index) => this.#addFont(4 + index, used)),
      this.#object(
        1,
        `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >>${structure?.entries ?? ''} >>`,
      ),
      this.#object(2, `<< /Type /Pages /Count ${this.#pages.length} /Kids [${kids}] >>`),
      this.#object(3, `<< /Title ${toHexText(`\ufeff${title}`)} /Producer (MedCloud) /CreationDate (D:${day}Z) >>`),
    ];
    return Buffer.concat([...parts, this.#writeTable()]);
  }

  #mark(element: PdfElement | undefined, operators: string): string {
    return this.#structure?.mark(element, operators) ?? operators;
  }

  #drawText({ x, y, text, size, font, isOnImage = false, gray = 0, angle = 0 }: PdfText): string {
    const { font: file, used } = this.#fontAt(font);
    let glyphs = '';
    for (const character of text) {
      const glyph = file.glyphOf(character);
      used.set(glyph, character);
      glyphs += toHex(glyph);
    }
    const place = angle === 0 ? `${round(x)} ${round(y)} Td` : `${turnBy(angle)} ${round(x)} ${round(y)} Tm`;
    const shown = `/F${font} ${size} Tf ${place} <${glyphs}> Tj ET`;
    if (!isOnImage) return gray === 0 ? `BT ${shown}` : `q ${gray} g BT ${shown} Q`;
    const field = [x - 1.5, y - size * 0.25, this.widthOf(text, size, font) + 3, size * 1.2].map(round).join(' ');
    return `q /Field gs ${edgeColor} rg ${field} re f Q q ${drawingColor} rg BT ${shown} Q`;
  }

  #addImage({ jpeg, width, height, isGray, isInverted }: PdfImage): { id: number; bytes: Buffer } {
    const samples = isGray ? 1 : 3;
    const entries = [
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /Interpolate true`,
      `/ColorSpace ${isGray ? '/DeviceGray' : '/DeviceRGB'} /Filter /DCTDecode /Length ${jpeg.length}`,
      ...(isInverted ? [`/Decode [${'1 0 '.repeat(samples).trim()}]`] : []),
    ].join(' ');
    const id = this.#nextObject();
    const parts = [Buffer.from(`<< ${entries} >>\nstream\n`), jpeg, Buffer.from('\nendstream')];
    return { id, bytes: this.#object(id, Buffer.concat(parts)) };
  }

  /** A composite font whose codes are glyph numbers (9.7.5), with widths, file and text of the used glyphs. */
  #addFont(id: number, { font, used }: UsedFont): Buffer {
    const bytes = font.subset(used.keys());
    const file = this.#addStream(bytes, ` /Length1 ${bytes.length}`);
    const map = this.#addStream(Buffer.from(writeUnicodeMap(used), 'latin1'));
    const [descriptor, descendant] = [this.#nextObject(), this.#nextObject()];
    const name = `/MEDCLD+Sans${id}`;
    const widths = [...used.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ');
    return Buffer.concat([
      file.bytes,
      map.bytes,
      this.#object(
        descriptor,
        `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${file.id} 0 R >>`,
      ),
      this.#object(
        descendant,
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
      ),
      this.#object(
        id,
        `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map.id} 0 R >>`,
      ),
    ]);
  }

  #writeTable(): Buffer {
    const start = this.#length;
    const entries = Array.from(
      { length: this.#lastObject },
      (_, index) => `${String(this.#offsets.get(index + 1) ?? 0).padStart(10, '0')} 00000 n \n`,
    );
    return Buffer.from(
      `xref\n0 ${this.#lastObject + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${this.#lastObject + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  #addStream(bytes: Buffer, entries = ''): { id: number; bytes: Buffer } {
    const id = this.#nextObject();
    const data = deflateSync(bytes);
    const head = `<< /Length ${data.length} /Filter /FlateDecode${entries} >>\nstream\n`;
    return { id, bytes: this.#object(id, Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])) };
  }

  #object(id: number, body: string | Buffer): Buffer {
    this.#offsets.set(id, this.#length);
    return this.#count(Buffer.concat([Buffer.from(`${id} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
  }

  #count(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }

  #nextObject(): number {
    this.#lastObject += 1;
    return this.#lastObject;
  }

  #fontAt(index: number): UsedFont {
    const font = this.#fonts[index];
    if (font === undefined) throw new RangeError(`The document has no font ${index}.`);
    return font;
  }
}

/** Draws a line twice: its dark edge, then itself. */
function drawPath({ points, isClosed }: PdfPath): string {
  const line = points.map(([x, y], index) => `${round(x)} ${round(y)} ${index === 0 ? 'm' : 'l'}`).join(' ');
  const end = isClosed ? 's' : 'S';
  return `q 1 j 1 J ${edgeColor} RG 2.6 w ${line} ${end} ${drawingColor} RG 1.1 w ${line} ${end} Q`;
}

const round = (points: number) => Math.round(points * 100) / 100;
const toHex = (code: number) => code.toString(16).padStart(4, '0');

/** The first four numbers of a matrix that turns against the clock (8.3.4). */
function turnBy(degrees: number): string {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)].map((value) => value.toFixed(5));
  return `${cosine} ${sine} ${-Number(sine)} ${cosine}`;
}

function drawRectangles(rectangles: PdfFigure['rectangles']): string {
  return `${rectangles.map((rectangle) => `${rectangle.map(round).join(' ')} re`).join(' ')} f`;
}

/** Maps glyphs to characters (9.10.3), 100 a block as the format allows. */
function writeUnicodeMap(used: ReadonlyMap<number, string>): string {
  const lines = [...used].map(([glyph, character]) => `<${toHex(glyph)}> ${toHexText(character)}`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join(newLine)}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join(newLine)}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
