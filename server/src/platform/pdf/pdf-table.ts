import { type PdfPage, type PdfText, PdfWriter } from './pdf-writer.ts';
import type { TrueTypeFont } from './true-type-font.ts';
import { wrapText } from './wrap-text.ts';

export interface PdfColumn {
  title: string;
  /** Points. */
  width: number;
}

interface TableFacts {
  title: string;
  /** Lines below the title, on the first page. */
  lines: readonly string[];
  footer: (page: number) => string;
}

// A4 across, in points
export const sheet = { width: 842, height: 595, margin: 36 } as const;
const sizes = { title: 16, fact: 9.5, cell: 8, footer: 7.5 } as const;
const lineHeight = 10.5;
const cellGap = 8;
const rowGap = 6;
const regular = 0;
const bold = 1;

/**
 * Writes a table as a PDF: rows that wrap within their columns, the columns' titles on every page, no row over two
 * pages. `start()`, `addRow()` and `end()` return the bytes to pass on; `addRow()` null while a page fills.
 */
export class PdfTable {
  readonly #writer: PdfWriter;
  readonly #columns: readonly PdfColumn[];
  readonly #facts: TableFacts;
  #texts: PdfText[] = [];
  #rules: PdfPage['rules'][number][] = [];
  #sheet: Partial<PdfPage> = {};
  /** Top of the next line. */
  #y: number = sheet.height - sheet.margin;
  #pageNumber = 1;

  constructor(fonts: readonly TrueTypeFont[], columns: readonly PdfColumn[], facts: TableFacts) {
    this.#writer = new PdfWriter(fonts);
    this.#columns = columns;
    this.#facts = facts;
  }

  start(): Buffer {
    this.#addLine(this.#facts.title, sizes.title, bold);
    this.#y -= rowGap;
    for (const fact of this.#facts.lines)
      for (const line of this.#wrap(fact, sheet.width - 2 * sheet.margin, sizes.fact))
        this.#addLine(line, sizes.fact, regular);
    this.#y -= rowGap;
    this.#addTitles();
    return this.#writer.start();
  }

  /** Adds a row of cells, each with its lines. Returns the page before it if the row did not fit there. */
  addRow(cells: readonly (readonly string[])[]): Buffer | null {
    const wrapped = this.#wrapCells(cells, regular);
    const lineCount = Math.max(...wrapped.map((lines) => lines.length));
    const isFull = this.#y - lineCount * lineHeight < sheet.margin + lineHeight;
    const page = isFull ? this.#finishPage() : null;
    if (isFull) this.#addTitles();
    this.#addCells(wrapped, regular);
    return page;
  }

  /** Adds a page without a table, below the last row. Returns it, with the page before it. */
  addSheet(content: Pick<PdfPage, 'texts' | 'images' | 'paths'>): Buffer {
    const before = this.#finishPage();
    this.#sheet = content;
    return before;
  }

  end({ language, createdAt }: { language: string; createdAt: Date }): Buffer {
    return Buffer.concat([this.#finishPage(), this.#writer.end({ title: this.#facts.title, language, createdAt })]);
  }

  #finishPage(): Buffer {
    this.#y = sheet.margin;
    this.#addLine(this.#facts.footer(this.#pageNumber), sizes.footer, regular);
    const { texts = [], ...drawn } = this.#sheet;
    const page = this.#writer.page({ ...sheet, ...drawn, texts: [...this.#texts, ...texts], rules: this.#rules });
    this.#sheet = {};
    this.#texts = [];
    this.#rules = [];
    this.#y = sheet.height - sheet.margin;
    this.#pageNumber += 1;
    return page;
  }

  #addTitles(): void {
    const titles = this.#columns.map(({ title }) => [title]);
    this.#addCells(this.#wrapCells(titles, bold), bold);
  }

  #addCells(cells: readonly (readonly string[])[], font: number): void {
    let x: number = sheet.margin;
    for (const [index, lines] of cells.entries()) {
      for (const [row, text] of lines.entries())
        this.#texts.push({ x, y: this.#y - row * lineHeight - sizes.cell, text, size: sizes.cell, font });
      x += this.#columns[index]?.width ?? 0;
    }
    this.#y -= Math.max(...cells.map((lines) => lines.length)) * lineHeight + rowGap / 2;
    this.#rules.push({ x: sheet.margin, y: this.#y, width: sheet.width - 2 * sheet.margin });
    this.#y -= rowGap / 2;
  }

  #addLine(text: string, size: number, font: number): void {
    this.#texts.push({ x: sheet.margin, y: this.#y - size, text, size, font });
    this.#y -= size * 1.4;
  }

  #wrapCells(cells: readonly (readonly string[])[], font: number): string[][] {
    return cells.map((lines, index) =>
      lines.flatMap((line) => this.#wrap(line, (this.#columns[index]?.width ?? 0) - cellGap, sizes.cell, font)),
    );
  }

  #wrap(text: string, width: number, size: number, font = regular): string[] {
    return wrapText(text, width, (part) => this.#writer.widthOf(part, size, font));
  }
}
