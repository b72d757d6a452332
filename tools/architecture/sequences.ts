import type { Token } from './tokens.ts';

/** Where one of several runs of tokens begins, each given by the tokens' texts. */
export function sequencesOf(tokens: readonly Token[], sequences: readonly (readonly string[])[]): Token[] {
  return tokens.filter((token, start) => {
    if (token.kind !== 'word') return false;
    return sequences.some((sequence) => sequence.every((value, offset) => tokens[start + offset]?.value === value));
  });
}
