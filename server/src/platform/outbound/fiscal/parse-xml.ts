import { SaxesParser } from 'saxes';
import { GatewayError } from '../gateway-error.ts';

/** An element by its local name, with its text and its elements. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly elements: readonly XmlElement[];
}

interface OpenElement {
  name: string;
  text: string;
  elements: OpenElement[];
}

const maxDepth = 32;

/**
 * Parses a short XML answer. An answer that is wrapped as a serialized string is opened. Throws `GatewayError`
 * (`unknown`) for a document type, more than 32 levels or invalid XML: what the sender did is not known.
 */
export function parseXml(text: string): XmlElement {
  const root = parse(text);
  return root.name === 'string' && root.elements.length === 0 ? parse(root.text) : root;
}

function parse(text: string): XmlElement {
  const top: OpenElement = { name: '', text: '', elements: [] };
  const path = [top];
  const xml = new SaxesParser({ xmlns: true, position: false });
  xml.on('error', refuse);
  xml.on('doctype', refuse);
  xml.on('opentag', ({ local }) => {
    if (path.length > maxDepth) refuse();
    const element = { name: local, text: '', elements: [] };
    path.at(-1)?.elements.push(element);
    path.push(element);
  });
  const addText = (part: string) => {
    const element = path.at(-1);
    if (element !== undefined) element.text += part;
  };
  xml.on('text', addText);
  xml.on('cdata', addText);
  xml.on('closetag', () => path.pop());
  xml.write(text.replace(/^\uFEFF/, '')).close();
  return top.elements[0] ?? refuse();
}

function refuse(): never {
  throw new GatewayError('unknown', 'unreadable_answer');
}

/** The elements of a name anywhere below. */
export function findElements(element: XmlElement, name: string): XmlElement[] {
  return element.elements.flatMap((inner) => [...(inner.name === name ? [inner] : []), ...findElements(inner, name)]);
}

/** The trimmed text of the first element of a name below; null if there is none or it is empty. */
export function textOf(element: XmlElement, name: string): string | null {
  return findElements(element, name)[0]?.text.trim() || null;
}
