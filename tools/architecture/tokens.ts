/**
 * Reads TypeScript into tokens, without its grammar: enough to find imports, calls and braces, and never to take a word
 * inside a comment, a text, a regular expression or the words of a JSX element for code.
 */
import { isElementStart } from './element-start.ts';

export interface Token {
  readonly kind: 'word' | 'mark' | 'text' | 'template' | 'pattern';
  /** As written; for `text` and a template without holes, the content between the quotes. */
  readonly value: string;
  readonly line: number;
}

const wordPattern = /[\p{ID_Start}$_#\d][\p{ID_Continue}$.]*/uy;
const identifierPattern = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const longMarks = ['=>', '?.', '...', '&&', '||', '??'];
/** After these words an expression begins, so a slash starts a pattern and a `<` an element. */
const wordsBeforeExpression = new Set(
  'return typeof case do else in of new delete void throw await yield instanceof default extends'.split(' '),
);

/** What the reader stands in: plain code (with how many braces are open), an element's tag, or an element's children. */
type Place = { kind: 'code'; braces: number; inTemplate: boolean } | { kind: 'tag' } | { kind: 'children' };

class Reader {
  readonly tokens: Token[] = [];
  readonly #source: string;
  readonly #withElements: boolean;
  readonly #places: Place[] = [{ kind: 'code', braces: 0, inTemplate: false }];
  #at = 0;
  #line = 1;

  constructor(source: string, withElements: boolean) {
    this.#source = source;
    this.#withElements = withElements;
  }

  read(): Token[] {
    while (this.#at < this.#source.length) {
      const place = this.#places.at(-1);
      if (place === undefined) break;
      if (place.kind === 'children') this.#readChildren();
      else if (!this.#skipBlank()) {
        if (place.kind === 'tag') this.#readTag();
        else this.#readCode(place);
      }
    }
    return this.tokens;
  }

  #advance(to: number): void {
    for (let index = this.#at; index < to; index += 1) if (this.#source[index] === '\n') this.#line += 1;
    this.#at = to;
  }

  #push(kind: Token['kind'], value: string, end: number): void {
    this.tokens.push({ kind, value, line: this.#line });
    this.#advance(end);
  }

  /** The place after the next `mark`, or the end of the file when there is none. */
  #after(mark: string, from: number): number {
    const found = this.#source.indexOf(mark, from);
    return found < 0 ? this.#source.length : found + mark.length;
  }

  /** Skips white space and comments; tells whether there were any. */
  #skipBlank(): boolean {
    const start = this.#at;
    const rest = this.#source.startsWith.bind(this.#source);
    if (/\s/.test(this.#source.charAt(start))) this.#advance(start + 1);
    else if (rest('//', start) || (rest('#!', start) && start === 0)) this.#advance(this.#after('\n', start));
    else if (rest('/*', start)) this.#advance(this.#after('*/', start + 2));
    return this.#at > start;
  }

  #readCode(place: { braces: number; inTemplate: boolean }): void {
    const char = this.#source.charAt(this.#at);
    if (char === '"' || char === "'") this.#readText(char);
    else if (char === '`') this.#readTemplate(this.#at + 1);
    else if (char === '/' && this.#expectsExpression()) this.#readPattern();
    else if (
      char === '<' &&
      this.#withElements &&
      this.#expectsExpression() &&
      isElementStart(this.#source, this.#at)
    ) {
      this.#openElement();
    } else if (char === '}' && place.braces === 0 && this.#places.length > 1) this.#closeHole(place.inTemplate);
    else if (!this.#readWord()) this.#readMark(place);
  }

  #readWord(): boolean {
    const first = this.#source.charAt(this.#at);
    // A number may hold dots (`1.5`), a name may not (`Date.now` is three tokens).
    const pattern = /\d/.test(first) ? wordPattern : identifierPattern;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return false;
    this.#push('word', found[0], this.#at + found[0].length);
    return true;
  }

  #readMark(place: { braces: number }): void {
    const char = this.#source.charAt(this.#at);
    if (char === '{') place.braces += 1;
    if (char === '}') place.braces -= 1;
    const mark = longMarks.find((one) => this.#source.startsWith(one, this.#at)) ?? char;
    this.#push('mark', mark, this.#at + mark.length);
  }

  /** Whether a value, rather than an operator on the value before, comes next. */
  #expectsExpression(): boolean {
    const before = this.tokens.at(-1);
    if (before === undefined) return true;
    if (before.kind === 'word') return wordsBeforeExpression.has(before.value);
    return before.kind === 'mark' && ![')', ']', '}'].includes(before.value);
  }

  #readText(quote: string): void {
    let end = this.#at + 1;
    while (end < this.#source.length && this.#source[end] !== quote && this.#source[end] !== '\n') {
      end += this.#source[end] === '\\' ? 2 : 1;
    }
    this.#push('text', this.#source.slice(this.#at + 1, end), end + 1);
  }

  /** Reads a template from after its backtick, or from after a hole's brace, to its end or its next hole. */
  #readTemplate(from: number): void {
    let end = from;
    while (end < this.#source.length) {
      if (this.#source[end] === '\\') end += 2;
      else if (this.#source.startsWith('${', end)) {
        this.#push('mark', '${', end + 2);
        this.#places.push({ kind: 'code', braces: 0, inTemplate: true });
        return;
      } else if (this.#source[end] === '`') break;
      else end += 1;
    }
    // The end of a template with holes is no text of its own: it must not look like `import` followed by a name.
    const isWhole = this.#source[this.#at] === '`' && from === this.#at + 1;
    this.#push(isWhole ? 'text' : 'template', isWhole ? this.#source.slice(from, end) : '`', end + 1);
  }

  #readPattern(): void {
    let end = this.#at + 1;
    for (let inClass = false; end < this.#source.length; end += 1) {
      const char = this.#source[end];
      if (char === '\n' || (char === '/' && !inClass)) break;
      if (char === '\\') end += 1;
      else if (char === '[') inClass = true;
      else if (char === ']') inClass = false;
    }
    this.#push('pattern', '/', end + 1);
  }

  /** A brace that ends a hole: in a template the text goes on, in an element its tag or its children do. */
  #closeHole(inTemplate: boolean): void {
    this.#places.pop();
    if (inTemplate) this.#readTemplate(this.#at + 1);
    else this.#push('mark', '}', this.#at + 1);
  }

  #openElement(): void {
    this.#push('mark', '<', this.#at + 1);
    this.#places.push({ kind: 'tag' });
  }

  #readTag(): void {
    const char = this.#source.charAt(this.#at);
    if (char === '"' || char === "'") this.#push('text', char, this.#after(char, this.#at + 1));
    else if (char === '{') this.#openHole();
    else if (this.#source.startsWith('/>', this.#at)) this.#endElement(this.#at + 2);
    else if (char === '>') {
      this.#places.pop();
      this.#places.push({ kind: 'children' });
      this.#push('mark', '>', this.#at + 1);
    } else if (!this.#readWord()) this.#push('mark', char, this.#at + 1);
  }

  #readChildren(): void {
    const char = this.#source.charAt(this.#at);
    if (this.#source.startsWith('</', this.#at)) this.#endElement(this.#after('>', this.#at));
    else if (char === '<') this.#openElement();
    else if (char === '{') this.#openHole();
    else this.#advance(this.#at + 1);
  }

  #openHole(): void {
    this.#push('mark', '{', this.#at + 1);
    this.#places.push({ kind: 'code', braces: 0, inTemplate: false });
  }

  /** An element is a value: a closing parenthesis of our own makes what follows an operator. */
  #endElement(end: number): void {
    this.#places.pop();
    this.#push('template', '>', end);
  }
}

/** The tokens of a file's text; `path` tells whether it may hold JSX elements. A file that does not parse gives what could be read. */
export function readTokens(source: string, path: string): Token[] {
  return new Reader(source, path.endsWith('x')).read();
}
