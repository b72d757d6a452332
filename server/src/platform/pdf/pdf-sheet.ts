import { addElement, type PdfElement, PdfStructure } from './pdf-structure.ts';
import { type PdfFigure, type PdfText, PdfWriter } from './pdf-writer.ts';
import type { TrueTypeFont } from './true-type-font.ts';
import { wrapText } from './wrap-text.ts';

// A4, in points
const paper = { width: 595, height: 842, margin: 48 } as const;
const footerHeight = 30;
const footerSize = 8;
const lineFactor = 1.35;
const regular = 0;
export const bold = 1;

/** Where and how a text is written. Points; `x` is from the left margin, `y` from the bottom edge. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  size: number;
  font?: number;
  gray?: number;
  isRight?: boolean;
}

interface SheetFacts {
  title: string;
  language: string;
  createdAt: Date;
  footer: (page: number) => string;
  /** Printed across each page, in gray. */
  stamp: string | null;
}

const stampAngle = 52;
const stampGray = 0.91;

/** A document of texts at chosen places on A4 pages, with tags for screen readers. */
export class PdfSheet {
  readonly #structure = new PdfStructure();
  readonly #writer: PdfWriter;
  readonly #facts: SheetFacts;
  readonly #finished: Buffer[];
  #texts: PdfText[] = [];
  #rules: { x: number; y: number; width: number }[] = [];
  #figures: PdfFigure[] = [];
  #y: number = paper.height - paper.margin;

  /** Width between the margins. */
  readonly width = paper.width - 2 * paper.margin;

  constructor(fonts: readonly TrueTypeFont[], facts: SheetFacts) {
    this.#writer = new PdfWriter(fonts, this.#structure);
    this.#facts = facts;
    this.#finished = [this.#writer.start()];
  }

  /** Top of what comes next. */
  get y(): number {
    return this.#y;
  }

  /** Leaves room above what comes next. */
  moveTo(y: number): void {
    this.#y = y;
  }

  /** Starts a new page if less than `height` remains on this one. Returns whether it did. */
  reserve(height: number): boolean {
    if (this.#y - height >= paper.margin + footerHeight) return false;
    this.#finishPage();
    return true;
  }

  element(role: PdfElement['role'], parent: PdfElement = this.#structure.root): PdfElement {
    return addElement(parent, role);
  }

  /** Writes a text below `y`, in as many lines as its width asks for. Returns the bottom of the last line. */
  write(text: string, element: PdfElement, { x, y, width, size, font = regular, gray = 0, isRight = false }: TextBox) {
    let bottom = y;
    for (const line of wrapText(text, width, (part) => this.#writer.widthOf(part, size, font))) {
      const indent = isRight ? width - this.#writer.widthOf(line, size, font) : 0;
      this.#texts.push({ x: paper.margin + x + indent, y: bottom - size, text: line, size, font, gray, element });
      bottom -= size * lineFactor;
    }
    return bottom;
  }

  /** Draws a line across, at `y`. */
  rule(y: number): void {
    this.#rules.push({ x: paper.margin, y, width: this.width });
  }

  /** Draws rectangles of a picture of `size` modules, from its top left corner, in a square of `side` points. */
  drawModules(
    { size, runs }: { size: number; runs: readonly { x: number; y: number; width: number }[] },
    { x, y, side, alternative }: { x: number; y: number; side: number; alternative: string },
  ): void {
    const module = side / size;
    const left = paper.margin + x;
    const rectangles = runs.map(
      (run) => [left + run.x * module, y - (run.y + 1) * module, run.width * module, module] as const,
    );
    this.#figures.push({ rectangles, element: addElement(this.#structure.root, 'Figure', alternative) });
  }

  /** Returns the whole file. */
  end(): Buffer {
    this.#finishPage();
    const { title, language, createdAt } = this.#facts;
    return Buffer.concat([...this.#finished, this.#writer.end({ title, language, createdAt })]);
  }

  #finishPage(): void {
    const footer = this.#facts.footer(this.#finished.length);
    this.#texts.push({ x: paper.margin, y: paper.margin, text: footer, size: footerSize, font: regular, gray: 0.35 });
    const [texts, rules, figures] = [[...this.#stamp(), ...this.#texts], this.#rules, this.#figures];
    this.#finished.push(this.#writer.page({ ...paper, texts, rules, figures }));
    [this.#texts, this.#rules, this.#figures] = [[], [], []];
    this.#y = paper.height - paper.margin;
  }

  #stamp(): PdfText[] {
    const { stamp } = this.#facts;
    if (stamp === null) return [];
    const length = paper.height * 0.8;
    const size = length / this.#writer.widthOf(stamp, 1, bold);
    const radians = (stampAngle * Math.PI) / 180;
    const x = (paper.width - length * Math.cos(radians) + size * 0.7 * Math.sin(radians)) / 2;
    const y = (paper.height - length * Math.sin(radians) - size * 0.7 * Math.cos(radians)) / 2;
    return [{ x, y, text: stamp, size, font: bold, gray: stampGray, angle: stampAngle }];
  }
}
