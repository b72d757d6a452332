import { parseSync } from 'oxc-parser';

/** Replaced words without another meaning in this code: refused in names and in comments. */
const everywhere = [
  'seal(?:s|ed|er|ers|ing)?',
  'unsealed',
  'patience',
  'shel(?:f|ves|ved)',
  'asking',
  'onward',
  'arrivals',
  'give-(?:back|out|picture)',
  'begin-anew',
  'chores?',
  'houses?',
  'shut-out',
  'most-[a-z]+',
  'least-[a-z]+',
  'at-most-[a-z]+',
  'whole-[a-z]+',
] as const;

/**
 * Replaced words that a sentence may use: refused in names only. Words that a name may use in another meaning (`hold`,
 * `order`, `answer`, `sweep`, `stage`) are left to the reviewer.
 */
const inNames = [
  // security and cryptography
  ...['trails?', 'doors?', 'walls?', 'presented', 'try-session', 'easy-passwords?'],
  // HTTP
  ...['raw-edge', 'portal-error', 'while-allowed', 'under-way', 'comes-from-us', 'watch-rate', 'usual-rule'],
  ...['pieces?', 'refusals?', 'was-done', 'announce[sd]?', 'announcements?', 'hears', 'tells?', 'told'],
  // database, jobs and concurrency
  ...['hold-(?:patient|upload)', 'surroundings', 'kept', 'keeping', 'keeper', 'passing', 'second-lock', 'early-begin'],
  ...['at-once', 'loop-turns', 'most', 'least', 'held-(?:object|places)', 'serve-orders', 'lanes?', 'forgotten'],
  ...['lapse[sd]?', 'crash-point'],
  // DICOM, imaging and uploads
  ...['paint(?:s|ed|er|ing)?', 'pictures?', 'left-out', 'saturated', 'viewings', 'note-(?:access|retrieval)'],
  ...['arrival', 'take-up', 'whole', 'lost-file', 'pace', 'gather-drop', 'drop-found'],
  // consent and access
  ...['links?-again', 'answer-links?', 'at-hand', 'lives', 'standing', 'mind', 'take-off', 'judge[sd]?', 'doubts?'],
  ...['looks'],
  // web and viewer
  ...['above-list', 'use-(?:above|act|part)', 'stand-in', 'select-face', 'in-both', 'says?', 'said', 'failure-text'],
  ...['tone', 'at-the-door', 'admit', 'way-back', 'behind-list', 'hands?', 'letters-of', 'greys', 'askew', 'lies?'],
  ...['lying', 'spots?', 'fetched', 'series-ahead'],
  // tests and tools
  ...['worlds?', 'ground', 'cast', 'scenes?', 'balls?', 'grain', 'script-bytes'],
] as const;

/** Names that stay: columns and wire fields, then names of libraries and of HTML's elements. Names with underscores are the database's. */
const allowed = new Set([
  ...['sealed', 'unsealedMs', 'most', 'leftOut', 'doubt', 'inDoubt', 'grantLives', 'standing', 'tellLooks'],
  ...['Hand', 'HandIcon', 'worldToCanvas', 'canvasToWorld', 'picture'],
]);

/** Matches a replaced word that is one or more complete parts of a name in kebab-case. */
const matcherOf = (words: readonly string[]) => new RegExp(`(?:^|-)(?:${words.join('|')})(?=-|$)`);
const wordsInComments = matcherOf(everywhere);
const wordsInNames = matcherOf([...everywhere, ...inNames]);

const toKebab = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

const isColumn = (name: string) => name.includes('_') && /[a-z]/.test(name);

const listReplaced = (names: Iterable<RegExpMatchArray>, words: RegExp): string[] =>
  [...names].flatMap(([name]) => (isColumn(name) || allowed.has(name) || !words.test(toKebab(name)) ? [] : [name]));

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const pattern = /(?<=[(,=:[!&|?{};]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

/** Lists the replaced words among a script's identifiers and comments. Texts in quotes and patterns are data. */
function findInScript(path: string, text: string): string[] {
  const { comments } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  const ids = [...code.matchAll(/(?<=\sid=")[\w-]+(?=")/g)];
  const prose = comments.map(({ value }) => value.replaceAll(quoted, '')).join('\n');
  const names = code
    .replaceAll(quoted, '')
    .replaceAll(pattern, '')
    .matchAll(/[A-Za-z$][\w$]*/g);
  return [
    ...listReplaced([...names, ...ids], wordsInNames),
    ...listReplaced(prose.matchAll(/[A-Za-z]\w*/g), wordsInComments),
  ];
}

/** Lists the replaced words among a style sheet's custom properties and classes. */
const findInStyles = (text: string) => listReplaced(text.matchAll(/--[\w-]+|(?<=\.)[A-Za-z][\w-]*/g), wordsInNames);

const findInMarkup = (text: string) => listReplaced(text.matchAll(/(?<=\s(?:id|class)=")[\w-]+(?=")/g), wordsInNames);

/** Lists the names in a file, and the parts of its path, that contain a word that the glossary replaces. */
export function findReplacedWords(path: string, text: string): string[] {
  const inPath = listReplaced(path.matchAll(/[^/.]+/g), wordsInNames);
  if (/\.(?:tsx?|mjs)$/.test(path)) return [...inPath, ...findInScript(path, text)];
  if (path.endsWith('.css')) return [...inPath, ...findInStyles(text)];
  if (path.endsWith('.html')) return [...inPath, ...findInMarkup(text)];
  return inPath;
}
