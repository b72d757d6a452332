import { elot } from '../names/elot.ts';
import { asOneAlphabet, foldedWords, withoutDialytika } from '../names/fold.ts';
import { searchTerms } from '../names/search-key.ts';
import { skeleton } from '../names/skeleton.ts';

/** A person's name in two parts; either may hold several words, or none. */
export interface NameParts {
  readonly surname: string;
  readonly given: string;
}

/** A name of a DICOM file (PS3.5 6.2.1: surname^given^middle^prefix^suffix): titles are left out, middle names are given ones. */
export function partsOfDicomName(name: string): NameParts {
  const [surname = '', given = '', middle = ''] = name.split('=')[0]?.split('^') ?? [];
  return { surname, given: `${given} ${middle}` };
}

const whole = ({ surname, given }: NameParts) => `${surname} ${given}`;
const isOnePart = ({ surname, given }: NameParts) => wordsOf(surname).length === 0 || wordsOf(given).length === 0;

/** Whether there is anything in a name that could be compared. */
export function hasName(name: NameParts): boolean {
  return wordsOf(whole(name)).length > 0;
}

/**
 * Whether two names may be one person's: in either alphabet, by letters, sound or look (Greeklish), in either order, with
 * or without accents; one may lack a second name, half of a double surname, or have initials in place of given names. Names
 * that each have a word the other lacks are two persons'. False where either is empty.
 */
export function namesAgree(one: NameParts, other: NameParts): boolean {
  // everything in one part, as some devices write it: no word may be foreign to the other name
  if (isOnePart(one)) return isWithin(wordsOf(whole(one)), wordsOf(whole(other)));
  if (isOnePart(other)) return isWithin(wordsOf(whole(other)), wordsOf(whole(one)));
  const [surname, given] = [partOf(one.surname), partOf(one.given)];
  const [otherSurname, otherGiven] = [partOf(other.surname), partOf(other.given)];
  return (
    (surnamesAgree(surname, otherSurname) && givenNamesAgree(given, otherGiven)) ||
    (surnamesAgree(surname, otherGiven) && givenNamesAgree(given, otherSurname))
  );
}

type Word = ReadonlySet<string>;

interface Part {
  readonly words: readonly Word[];
  /** The words as one: Χατζη-Ιωάννου and Χατζηιωάννου, O'Connor and OConnor. */
  readonly joined: Word;
}

const partOf = (text: string): Part => ({ words: wordsOf(text), joined: readingsOf(foldedWords(text).join('')) });
const isWithin = (few: readonly Word[], many: readonly Word[]) => holdsEach(few, many, isSameWord);

function surnamesAgree(one: Part, other: Part): boolean {
  return isWithin(one.words, other.words) || isWithin(other.words, one.words) || isSameWord(one.joined, other.joined);
}

function givenNamesAgree(one: Part, other: Part): boolean {
  const [some, others] = [one.words, other.words];
  return (
    holdsEach(some, others, isWordOrInitial) || holdsEach(others, some, isWordOrInitial) || surnamesAgree(one, other)
  );
}

/** Every word of one part stands in the other, each for one of its own. */
function holdsEach(few: readonly Word[], many: readonly Word[], isSame: (one: Word, other: Word) => boolean): boolean {
  const left = [...many];
  for (const word of few) {
    const place = left.findIndex((candidate) => isSame(word, candidate));
    if (place < 0) return false;
    left.splice(place, 1);
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
function wordsOf(text: string): Word[] {
  return foldedWords(text)
    .map(readingsOf)
    .filter((word) => word.size > 0);
}

function readingsOf(word: string): Word {
  const letters = [elot(word), elot(withoutDialytika(word))];
  // Greeklish by look (Mhtsotakhs, 8eodwrou); of a Greek word that reading is a beginning, not a word
  const isGreek = /[α-ωϊϋ]/.test(word);
  const look = isGreek ? [] : searchTerms(word).words.map((term) => (term.look ?? '').trim());
  // MUELLER for Müller
  const plain = letters.map((reading) => reading.replace(/([aou])e/g, '$1'));
  // MAPIA, typed in Latin capitals that look like Greek ones
  const seen = /^[abehikmnoptxyz]+$/.test(word) ? [elot(asOneAlphabet(`α${word}`).slice(1))] : [];
  const readings = [...letters, ...look, ...plain, ...seen];
  return new Set([...readings, ...readings.map(skeleton)].filter((reading) => reading !== ''));
}
