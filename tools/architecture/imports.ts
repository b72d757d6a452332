import type { Token } from './tokens.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

const clauseMarks = new Set(['{', '}', ',', '*']);

/** The token after an import or export clause that begins at `from`, if the clause ends in `from 'there'`. */
function sourceOfClause(tokens: readonly Token[], from: number): Token | undefined {
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) return undefined;
    const next = tokens[index + 1];
    if (token.kind === 'word' && token.value === 'from' && next?.kind === 'text') return next;
    if (token.kind === 'text' && tokens[index + 1]?.value !== 'as' && tokens[index - 1]?.value !== 'as')
      return undefined;
    if (token.kind === 'mark' && !clauseMarks.has(token.value)) return undefined;
    if (token.kind === 'template' || token.kind === 'pattern') return undefined;
  }
  return undefined;
}

function importAt(tokens: readonly Token[], index: number): Token | undefined {
  const next = tokens[index + 1];
  if (next?.kind === 'text') return next;
  // import('…'), as a value or as a type.
  if (next?.value === '(') return tokens[index + 2]?.kind === 'text' ? tokens[index + 2] : undefined;
  return sourceOfClause(tokens, index + 1);
}

function exportAt(tokens: readonly Token[], index: number): Token | undefined {
  const next = tokens[index + 1];
  const start = next?.value === 'type' ? tokens[index + 2] : next;
  if (start?.kind !== 'mark' || (start.value !== '{' && start.value !== '*')) return undefined;
  return sourceOfClause(tokens, index + 1);
}

/** Every module a file names: static, for its effects, dynamic, as a type, or passed on by an export. */
export function readImports(tokens: readonly Token[]): Import[] {
  const imports: Import[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const isMember = before?.kind === 'mark' && (before.value === '.' || before.value === '?.');
    if (token.kind !== 'word' || isMember) continue;
    let source: Token | undefined;
    if (token.value === 'import') source = importAt(tokens, index);
    if (token.value === 'export') source = exportAt(tokens, index);
    if (source !== undefined) imports.push({ specifier: source.value, line: source.line });
  }
  return imports;
}
