import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Whether a long password is one that a guesser tries early (security 1a, NIST SP 800-63B 3.1.1.2: known, dictionary, repeated
 * and contextual values). At 15 characters the lists of leaked passwords have hardly an entry: what people choose there is the short
 * favourites, said twice or lengthened. So what is common is taken away, and what is left must be worth something.
 */

const minDistinctCharacters = 4;
const maxUnitLength = 6;
const minRunLength = 4;
const minWordLength = 3;

/** What most leaked passwords are made of, after Have I Been Pwned's and SplashData's first hundred, and the Greek of it. */
const commonWords =
  `password passwort passwd pass1234 letmein welcome admin administrator root login master secret dragon monkey
  football baseball soccer basketball iloveyou sunshine princess superman batman shadow michael jordan charlie starwars trustno1 whatever
  freedom hello ninja mustang access flower summer winter spring autumn changeme default guest test computer internet google facebook
  qazwsx qaz wsx edc 1q2w3e4r 1q2w3e zaq12wsx abc123 olympiakos olympiacos panathinaikos aek paok hellas ellada greece athens athina thessaloniki
  κωδικος συνθημα διαχειριστης ολυμπιακος παναθηναικος παοκ ελλαδα αθηνα θεσσαλονικη σαγαπω kodikos sagapo kalimera καλημερα
  medcloud medical center centre clinic doctor doctors hospital radiology imaging iatros giatros ιατρος γιατρος ιατρικο κεντρο διαγνωστικο κλινικη`
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(fold);

/** 49,000 passwords that people use most, from leaks (zxcvbn-ts, MIT). */
const commonPasswords: ReadonlySet<string> = new Set(listed);

const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'σερτυθιοπ',
  'ασδφγηξκλ',
  'ζχψωβνμ',
];
const sequences = [...rows, ...rows.map((row) => [...row].toReversed().join(''))];

/** Whether little is left of a password without favourites, rows of keys, years, repetition, and what is known `about` its owner. */
export function isCommonPassword(password: string, personalWords: readonly string[] = []): boolean {
  const text = fold(password);
  if (isRepeatedUnit(text)) return true;
  const words = [...commonWords, ...personalWords.flatMap(splitWords)].toSorted((a, b) => b.length - a.length);
  const stripped = words.reduce((rest, word) => rest.replaceAll(word, ' '), text).replaceAll(/(?:19|20)\d\d/g, ' ');
  const rest = removeRuns(stripped).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return new Set(rest).size < minDistinctCharacters || isListedPassword(text) || isListedPassword(rest);
}

/** A common password, once or again and again, with digits behind it or not. */
function isListedPassword(text: string): boolean {
  const digits = /\d*$/.exec(text)?.[0].length ?? 0;
  const heads = Array.from({ length: digits + 1 }, (_, cut) => text.slice(0, text.length - cut));
  return heads.some((head) =>
    [1, 2, 3, 4].some((times) => {
      const unit = head.slice(0, head.length / times);
      return commonPasswords.has(unit) && unit.repeat(times) === head;
    }),
  );
}

/** Small letters without accents, and the usual signs that stand for letters as those letters. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
  return plain
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o');
}

function splitWords(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(fold)
    .filter((word) => word.length >= minWordLength);
}

/** One short unit, over and over: `xkqxkqxkqxkqxkq`. */
function isRepeatedUnit(text: string): boolean {
  return new RegExp(`^(.{1,${maxUnitLength}}?)\\1{2,}.{0,${maxUnitLength}}$`, 'u').test(text);
}

/** Without neighbours on a keyboard or in an alphabet, in either direction, and without one sign again and again. */
function removeRuns(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const length = measureRun(text, at);
    result += length >= minRunLength ? ' ' : text.charAt(at);
    at += length >= minRunLength ? length : 1;
  }
  return result;
}

function measureRun(text: string, at: number): number {
  let length = 1;
  while (at + length < text.length && areNeighbours(text.slice(at + length - 1, at + length + 1))) length += 1;
  return length;
}

function areNeighbours(pair: string): boolean {
  return pair.charAt(0) === pair.charAt(1) || sequences.some((sequence) => sequence.includes(pair));
}
