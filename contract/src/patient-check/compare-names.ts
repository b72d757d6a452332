import { toElot } from '../names/elot.ts';
import { foldWords, removeDialytika, unifyAlphabet } from '../names/fold.ts';
import { parseSearchTerms } from '../names/search-key.ts';
import { toSkeleton } from '../names/skeleton.ts';

/** A person's name in two parts; either may hold several words, or none. */
export interface NameParts {
  readonly surname: string;
  readonly given: string;
}

/** A name of a DICOM file (PS3.5 6.2.1: surname^given^middle^prefix^suffix): titles are left out, middle names are given ones. */
export function parseDicomName(name: string): NameParts {
  const [surname = '', given = '', middle = ''] = name.split('=')[0]?.split('^') ?? [];
  return { surname, given: `${given} ${middle}` };
}

const formatFullName = ({ surname, given }: NameParts) => `${surname} ${given}`;
const hasOnePart = ({ surname, given }: NameParts) =>
  parseWords(surname).length === 0 || parseWords(given).length === 0;

/** Whether there is anything in a name that could be compared. */
export function hasName(name: NameParts): boolean {
  return parseWords(formatFullName(name)).length > 0;
}

/**
 * Whether two names may be one person's: in either alphabet, by letters, sound or look (Greeklish), in either order, with
 * or without accents; one may lack a second name, half of a double surname, or have initials in place of given names. Names
 * that each have a word the other lacks are two persons'. False where either is empty.
 */
export function canBeSameName(one: NameParts, other: NameParts): boolean {
  // everything in one part, as some devices write it: no word may be foreign to the other name
  if (hasOnePart(one)) return isWithin(parseWords(formatFullName(one)), parseWords(formatFullName(other)));
  if (hasOnePart(other)) return isWithin(parseWords(formatFullName(other)), parseWords(formatFullName(one)));
  const [surname, given] = [parseNamePart(one.surname), parseNamePart(one.given)];
  const [otherSurname, otherGiven] = [parseNamePart(other.surname), parseNamePart(other.given)];
  return (
    (canBeSameSurname(surname, otherSurname) && canBeSameGivenNames(given, otherGiven)) ||
    (canBeSameSurname(surname, otherGiven) && canBeSameGivenNames(given, otherSurname))
  );
}

type Word = ReadonlySet<string>;

interface NamePart {
  readonly words: readonly Word[];
  /** The words as one: Χατζη-Ιωάννου and Χατζηιωάννου, O'Connor and OConnor. */
  readonly joined: Word;
}

const parseNamePart = (text: string): NamePart => ({
  words: parseWords(text),
  joined: listReadings(foldWords(text).join('')),
});
const isWithin = (few: readonly Word[], many: readonly Word[]) => hasEach(few, many, isSameWord);

function canBeSameSurname(one: NamePart, other: NamePart): boolean {
  return isWithin(one.words, other.words) || isWithin(other.words, one.words) || isSameWord(one.joined, other.joined);
}

function canBeSameGivenNames(one: NamePart, other: NamePart): boolean {
  const [some, others] = [one.words, other.words];
  return (
    hasEach(some, others, isWordOrInitial) || hasEach(others, some, isWordOrInitial) || canBeSameSurname(one, other)
  );
}

/** Every word of one part stands in the other, each for one of its own. */
function hasEach(few: readonly Word[], many: readonly Word[], isSame: (one: Word, other: Word) => boolean): boolean {
  const remaining = [...many];
  for (const word of few) {
    const index = remaining.findIndex((candidate) => isSame(word, candidate));
    if (index < 0) return false;
    remaining.splice(index, 1);
  }
  return few.length > 0;
}

function isSameWord(one: Word, other: Word): boolean {
  return [...one].some((reading) => other.has(reading));
}

function isWordOrInitial(one: Word, other: Word): boolean {
  if (isSameWord(one, other)) return true;
  return [...one].some((reading) =>
    [...other].some((word) => isInitialOf(reading, word) || isInitialOf(word, reading)),
  );
}

function isInitialOf(letter: string, word: string): boolean {
  return letter.length === 1 && word.startsWith(letter);
}

/** The words of a name, each by its readings. */
function parseWords(text: string): Word[] {
  return foldWords(text)
    .map(listReadings)
    .filter((word) => word.size > 0);
}

function listReadings(word: string): Word {
  const letters = [toElot(word), toElot(removeDialytika(word))];
  // Greeklish by look (Mhtsotakhs, 8eodwrou); of a Greek word that reading is a beginning, not a word
  const isGreek = /[α-ωϊϋ]/.test(word);
  const look = isGreek ? [] : parseSearchTerms(word).words.map((term) => (term.look ?? '').trim());
  // MUELLER for Müller
  const plain = letters.map((reading) => reading.replace(/([aou])e/g, '$1'));
  // MAPIA, typed in Latin capitals that look like Greek ones
  const lookalike = /^[abehikmnoptxyz]+$/.test(word) ? [toElot(unifyAlphabet(`α${word}`).slice(1))] : [];
  const readings = [...letters, ...look, ...plain, ...lookalike];
  return new Set([...readings, ...readings.map(toSkeleton)].filter((reading) => reading !== ''));
}
