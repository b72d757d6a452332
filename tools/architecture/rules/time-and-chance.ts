import { sequencesOf } from '../sequences.ts';
import type { Token } from '../tokens.ts';
import { isForTests, type Rule } from '../tree.ts';

const readings = [
  ['Date', '.', 'now'],
  ['Math', '.', 'random'],
  ['new', 'Date', '(', ')'],
];

/** `new Date` without parentheses, and `Date()` as a call, read the clock as well. */
function bareDates(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind, value }, index) => {
    if (kind !== 'word' || value !== 'Date') return false;
    const before = tokens[index - 1]?.value;
    const after = tokens[index + 1]?.value;
    if (before === 'new') return after !== '(';
    return before !== '.' && before !== 'function' && after === '(' && tokens[index + 2]?.value === ')';
  });
}

/** In the server, time and randomness are handed in, so that a test can set both. */
export const checkTimeAndChance: Rule = ({ files }) =>
  files.flatMap(({ path, tokens }) => {
    if (!path.startsWith('server/src/') || path.startsWith('server/src/platform/kit/') || isForTests(path)) return [];
    return [...sequencesOf(tokens, readings), ...bareDates(tokens)].map(({ line }) => ({
      rule: 'time-and-chance',
      path,
      line,
      message: 'take a Clock or a Random of server/src/platform/kit as an argument',
    }));
  });
