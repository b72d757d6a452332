/** What an element is to a screen reader (ISO 32000-1, 14.8.4). */
type PdfRole = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** An element of a document's structure. Its content is in the order in which it is read. */
export interface PdfElement {
  readonly role: PdfRole;
  /** What a figure shows, in words. */
  readonly alternative?: string;
  readonly content: (PdfElement | MarkedContent)[];
}

/** A part of a page: the page's index, and the part's number on it. */
interface MarkedContent {
  readonly page: number;
  readonly mark: number;
}

interface ObjectWriter {
  nextObject(): number;
  object(id: number, body: string): Buffer;
}

/** Creates an element as the last one in `parent`. */
export function addElement(parent: PdfElement, role: PdfRole, alternative?: string): PdfElement {
  const element: PdfElement = { role, content: [], ...(alternative === undefined ? {} : { alternative }) };
  parent.content.push(element);
  return element;
}

const isElement = (content: PdfElement | MarkedContent): content is PdfElement => 'role' in content;

/** Encodes a text in UTF-16, high byte first (7.9.2.2). */
export const toHexText = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** The tags of a document: which parts of its pages make up which element (ISO 32000-1, 14.7). */
export class PdfStructure {
  readonly root: PdfElement = { role: 'Document', content: [] };
  /** Element of each marked part, by page. */
  readonly #marks: PdfElement[][] = [];

  /** Starts the next page. Returns the entries of its dictionary. */
  startPage(): string {
    return ` /Tabs /S /StructParents ${this.#marks.push([]) - 1}`;
  }

  /** Marks drawing operators as part of an element; without one as what a screen reader skips. */
  mark(element: PdfElement | undefined, operators: string): string {
    const page = this.#marks.length - 1;
    const marks = this.#marks[page];
    if (element === undefined || marks === undefined) return `/Artifact BMC ${operators} EMC`;
    const mark = marks.push(element) - 1;
    element.content.push({ page, mark });
    return `/${element.role} << /MCID ${mark} >> BDC ${operators} EMC`;
  }

  /** Returns the entries of the catalog, and the objects of all elements. `pages` are the pages' object numbers. */
  write(pages: readonly number[], writer: ObjectWriter): { entries: string; bytes: Buffer } {
    const [rootId, parentsId] = [writer.nextObject(), writer.nextObject()];
    const ids = new Map<PdfElement, number>();
    const objects = writeElement(this.root, rootId, { ids, pages, writer });
    const parents = this.#marks.map(
      (elements, page) => `${page} [${elements.map((element) => `${ids.get(element)} 0 R`).join(' ')}]`,
    );
    const root = `<< /Type /StructTreeRoot /K ${ids.get(this.root)} 0 R /ParentTree ${parentsId} 0 R >>`;
    return {
      entries: ` /MarkInfo << /Marked true >> /StructTreeRoot ${rootId} 0 R`,
      bytes: Buffer.concat([
        ...objects,
        writer.object(rootId, root),
        writer.object(parentsId, `<< /Nums [${parents.join(' ')}] >>`),
      ]),
    };
  }
}

function writeElement(
  element: PdfElement,
  parent: number,
  tree: { ids: Map<PdfElement, number>; pages: readonly number[]; writer: ObjectWriter },
): Buffer[] {
  const { ids, pages, writer } = tree;
  const id = writer.nextObject();
  ids.set(element, id);
  const below = element.content.flatMap((part) => (isElement(part) ? writeElement(part, id, tree) : []));
  const kids = element.content.map((part) =>
    isElement(part) ? `${ids.get(part)} 0 R` : `<< /Type /MCR /Pg ${pages[part.page]} 0 R /MCID ${part.mark} >>`,
  );
  const alternative = element.alternative === undefined ? '' : ` /Alt ${toHexText(`\ufeff${element.alternative}`)}`;
  const scope = element.role === 'TH' ? ' /A << /O /Table /Scope /Column >>' : '';
  const body = `<< /Type /StructElem /S /${element.role} /P ${parent} 0 R /K [${kids.join(' ')}]${alternative}${scope} >>`;
  return [...below, writer.object(id, body)];
}
