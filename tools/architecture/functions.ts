import type { Token } from './tokens.ts';

export interface FunctionBody {
  readonly line: number;
  readonly lineCount: number;
}

const controlWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'with']);
const openers = new Set(['(', '[', '{', '${']);
const closers = new Set([')', ']', '}']);
/** After these a brace in a return type begins an object type, not the body. */
const beforeTypeBrace = new Set([':', '|', '&', '<', ',', '=>', '?']);

/** For each opening mark, the index of the one that closes it. */
function matchMarks(tokens: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, value }] of tokens.entries()) {
    if (kind === 'template' && value === '`') continue;
    if (kind !== 'mark') continue;
    if (value !== '${' && openers.has(value)) open.push(index);
    if (closers.has(value)) {
      const from = open.pop();
      if (from !== undefined) pairs.set(from, index);
    }
  }
  return pairs;
}

/** The brace that opens the body after a parameter list closed at `end`, past a return type if there is one. */
function bodyAfter(tokens: readonly Token[], end: number, pairs: ReadonlyMap<number, number>): number | undefined {
  let index = end + 1;
  if (tokens[index]?.value === '{') return index;
  if (tokens[index]?.value !== ':') return undefined;
  for (index += 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    const isBodyBrace = token?.value === '{' && !beforeTypeBrace.has(tokens[index - 1]?.value ?? '');
    if (token?.kind === 'mark' && isBodyBrace) return index;
    if (token?.kind === 'mark' && [';', '=', ')', '}', ']'].includes(token.value)) return undefined;
    if (token?.kind === 'mark' && openers.has(token.value)) index = pairs.get(index) ?? tokens.length;
  }
  return undefined;
}

function bodyStarts(tokens: readonly Token[], pairs: ReadonlyMap<number, number>): number[] {
  return tokens.flatMap(({ kind, value }, index) => {
    if (kind !== 'mark') return [];
    if (value === '=>' && tokens[index + 1]?.value === '{') return [index + 1];
    const end = value === '(' ? pairs.get(index) : undefined;
    const isControl = controlWords.has(tokens[index - 1]?.value ?? '');
    const start = end === undefined || isControl ? undefined : bodyAfter(tokens, end, pairs);
    return start === undefined ? [] : [start];
  });
}

/** The bodies in braces of a file's functions, methods and arrow functions, with how many lines each covers. */
export function readFunctions(tokens: readonly Token[]): FunctionBody[] {
  const pairs = matchMarks(tokens);
  return [...new Set(bodyStarts(tokens, pairs))].flatMap((start) => {
    const first = tokens[start]?.line;
    const last = tokens[pairs.get(start) ?? -1]?.line;
    return first === undefined || last === undefined ? [] : [{ line: first, lineCount: last - first + 1 }];
  });
}
