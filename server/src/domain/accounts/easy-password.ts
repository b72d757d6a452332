import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Whether a long password is one that a guesser tries early (security 1a, NIST SP 800-63B 3.1.1.2: known, dictionary, repeated
 * and contextual values). At 15 characters the lists of leaked passwords have hardly an entry: what people choose there is the short
 * favourites, said twice or lengthened. So what is common is taken away, and what is left must be worth something.
 */

const leastLeft = 4;
const longestUnit = 6;
const shortestRun = 4;
const shortestWord = 3;

/** What most leaked passwords are made of, after Have I Been Pwned's and SplashData's first hundred, and the Greek of it. */
const favourites =
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
const common: ReadonlySet<string> = new Set(listed);

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
const ways = [...rows, ...rows.map((row) => [...row].toReversed().join(''))];

/** Whether little is left of a password without favourites, rows of keys, years, repetition, and what is known `about` its owner. */
export function isEasyPassword(password: string, about: readonly string[] = []): boolean {
  const text = fold(password);
  if (isOneUnit(text)) return true;
  const words = [...favourites, ...about.flatMap(wordsOf)].toSorted((a, b) => b.length - a.length);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), text).replaceAll(/(?:19|20)\d\d/g, ' ');
  const rest = withoutRuns(left).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return new Set(rest).size < leastLeft || isCommon(text) || isCommon(rest);
}

/** A common password, once or again and again, with digits behind it or not. */
function isCommon(text: string): boolean {
  const digits = /\d*$/.exec(text)?.[0].length ?? 0;
  const heads = Array.from({ length: digits + 1 }, (_, cut) => text.slice(0, text.length - cut));
  return heads.some((head) =>
    [1, 2, 3, 4].some((times) => {
      const unit = head.slice(0, head.length / times);
      return common.has(unit) && unit.repeat(times) === head;
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

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(fold)
    .filter((word) => word.length >= shortestWord);
}

/** One short unit, over and over: `xkqxkqxkqxkqxkq`. */
function isOneUnit(text: string): boolean {
  return new RegExp(`^(.{1,${longestUnit}}?)\\1{2,}.{0,${longestUnit}}$`, 'u').test(text);
}

/** Without neighbours on a keyboard or in an alphabet, in either direction, and without one sign again and again. */
function withoutRuns(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    kept += length >= shortestRun ? ' ' : text.charAt(at);
    at += length >= shortestRun ? length : 1;
  }
  return kept;
}

function runAt(text: string, at: number): number {
  let length = 1;
  while (at + length < text.length && isNeighbours(text.slice(at + length - 1, at + length + 1))) length += 1;
  return length;
}

function isNeighbours(pair: string): boolean {
  return pair.charAt(0) === pair.charAt(1) || ways.some((way) => way.includes(pair));
}
