import { toElot } from '../names/elot.ts';
import { foldWords, removeDialytika, unifyAlphabet } from '../names/fold.ts';
import { parseSearchTerms } from '../names/search-key.ts';
import { toSkeleton } from '../names/skeleton.ts';

/** A person's name in two parts. Each part may have several words or none. */
export interface NameParts {
  readonly surname: string;
  readonly given: string;
}

/**
 * Parses a name of a DICOM file (PS3.5 6.2.1: surname^given^middle^prefix^suffix). Ignores titles and adds middle names
 * to the given names.
 */
export function parseDicomName(name: string): NameParts {
  const [surname = '', given = '', middle = ''] = name.split('=')[0]?.split('^') ?? [];
  return { surname, given: `${given} ${middle}` };
}

const formatFullName = ({ surname, given }: NameParts) => `${surname} ${given}`;
const hasOnePart = ({ surname, given }: NameParts) =>
  parseWords(surname).length === 0 || parseWords(given).length === 0;

/** Checks whether a name has a word that can be compared. */
export function hasName(name: NameParts): boolean {
  return parseWords(formatFullName(name)).length > 0;
}

/**
 * Checks whether two names can belong to one person: in either alphabet, by letters, sound or look (Greeklish), in
 * either order, with or without accents. One name may lack a second name or half of a double surname, or have initials
 * instead of given names. If each name has a word that the other lacks, they belong to two persons. False if either
 * name is empty.
 */
export function canBeSameName(one: NameParts, other: NameParts): boolean {
  // Some devices write the full name in one part. Then each of its words must be in the other name.
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
  /** The words joined to one: Χατζη-Ιωάννου and Χατζηιωάννου, O'Connor and OConnor. */
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

/** Checks whether every word of `few` has its own counterpart in `many`. */
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

/** Returns the words of a name, each as a set of readings. */
function parseWords(text: string): Word[] {
  return foldWords(text)
    .map(listReadings)
    .filter((word) => word.size > 0);
}

function listReadings(word: string): Word {
  const letters = [toElot(word), toElot(removeDialytika(word))];
  // Greeklish by look (Mhtsotakhs, 8eodwrou). For a Greek word, `look` is a prefix and not a word.
  const isGreek = /[α-ωϊϋ]/.test(word);
  const look = isGreek ? [] : parseSearchTerms(word).words.map((term) => (term.look ?? '').trim());
  // MUELLER for Müller
  const plain = letters.map((reading) => reading.replace(/([aou])e/g, '$1'));
  // MAPIA in Latin capitals that look like Greek ones
  const lookalike = /^[abehikmnoptxyz]+$/.test(word) ? [toElot(unifyAlphabet(`α${word}`).slice(1))] : [];
  const readings = [...letters, ...look, ...plain, ...lookalike];
  return new Set([...readings, ...readings.map(toSkeleton)].filter((reading) => reading !== ''));
}
