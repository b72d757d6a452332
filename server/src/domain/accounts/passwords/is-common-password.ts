import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Detects long passwords that attackers try early (security 1a, NIST SP 800-63B 3.1.1.2: known, dictionary, repeated
 * and contextual values). At 15 characters, lists of leaked passwords have hardly an entry. People choose short popular
 * ones there, doubled or lengthened. So common parts are removed, and the rest must be strong enough.
 */

const minDistinctCharacters = 4;
const maxUnitLength = 6;
const minRunLength = 4;
const minWordLength = 3;

/**
 * Most frequent parts of leaked passwords, after the first hundred of Have I Been Pwned and SplashData, with Greek
 * equivalents.
 */
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

/** Phrases that many know by heart, from songs, films, prayers and comics. Attackers have lists of them. */
const famousPhrases = `correct horse battery staple
  to be or not to be
  may the force be with you
  i am your father
  the quick brown fox
  jumps over the lazy dog
  lorem ipsum dolor sit amet
  once upon a time
  hakuna matata
  in god we trust
  our father who art in heaven
  let it be
  all you need is love
  we are the champions
  never gonna give you up
  winter is coming
  i will be back
  hasta la vista
  one ring to rule them all
  you shall not pass
  life is like a box of chocolates
  carpe diem
  veni vidi vici
  cogito ergo sum
  live long and prosper
  houston we have a problem
  here is looking at you kid
  keep calm and carry on
  open sesame
  the answer is 42
  πατερ ημων ο εν τοις ουρανοις
  μολων λαβε
  ελευθερια η θανατος
  μια φορα κι εναν καιρο
  ολα καλα
  χρονια πολλα
  καλη χρονια
  σε γνωριζω απο την κοψη
  εν αρχη ην ο λογος
  γνωθι σαυτον
  εν οιδα οτι ουδεν οιδα
  παντα ρει
  συν αθηνα και χειρα κινει
  kalimera ellada
  xronia polla`
  .split('\n')
  .map((phrase) => toLettersAndDigits(fold(phrase)))
  .toSorted((a, b) => b.length - a.length);

/** The 49,000 most used passwords, from leaks (zxcvbn-ts, MIT). */
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

/**
 * True if little is left of a password after removing common words, keyboard rows, years, repetition and the words
 * known about its owner.
 */
export function isCommonPassword(password: string, personalWords: readonly string[] = []): boolean {
  const text = fold(password);
  if (isRepeatedUnit(text)) return true;
  const words = [...commonWords, ...personalWords.flatMap(splitWords)].toSorted((a, b) => b.length - a.length);
  const stripped = words.reduce((rest, word) => rest.replaceAll(word, ' '), text).replaceAll(/(?:19|20)\d\d/g, ' ');
  const rest = toLettersAndDigits(removeRuns(stripped));
  if (isFamousPhrase(text)) return true;
  return new Set(rest).size < minDistinctCharacters || isListedPassword(text) || isListedPassword(rest);
}

/** True if the password has a famous phrase and, apart from it, only digits and a few other characters. */
function isFamousPhrase(text: string): boolean {
  const compact = toLettersAndDigits(text);
  const rest = famousPhrases.reduce((left, phrase) => left.replaceAll(phrase, ''), compact);
  return rest !== compact && new Set(rest.replaceAll(/\p{N}/gu, '')).size < minDistinctCharacters;
}

/** True for a listed password, repeated up to four times, with or without digits at the end. */
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

/** Lowercases and removes accents. Replaces the usual signs that stand for letters with those letters. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
  return plain
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o');
}

function toLettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function splitWords(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(fold)
    .filter((word) => word.length >= minWordLength);
}

/** True for a short unit repeated: `xkqxkqxkqxkqxkq`. */
function isRepeatedUnit(text: string): boolean {
  return new RegExp(`^(.{1,${maxUnitLength}}?)\\1{2,}.{0,${maxUnitLength}}$`, 'u').test(text);
}

/** Removes runs of keyboard or alphabet neighbours, in either direction, and runs of one character. */
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
