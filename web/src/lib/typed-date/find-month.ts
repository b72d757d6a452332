/** The beginnings of a month's names, lower case without accents: English, Greek, Greek in everyday speech. */
const monthStems = [
  ['january', 'ιανουαρ', 'γεναρ'],
  ['february', 'φεβρουαρ', 'φλεβαρ'],
  ['march', 'μαρτ'],
  ['april', 'απριλ'],
  ['may', 'μα'],
  ['june', 'ιουν'],
  ['july', 'ιουλ'],
  ['august', 'αυγουστ'],
  ['september', 'σεπτεμβρ'],
  ['october', 'οκτωβρ'],
  ['november', 'νοεμβρ'],
  ['december', 'δεκεμβρ'],
] as const;

// -ιος, -ιου, -ος, -ου, -ης, -η, -ι: nominative and genitive; ς is written σ here
const greekEnding = /(?:ιο[συ]|ο[συ]|ησ?|ι)$/u;

/**
 * Finds the month of a name in English or Greek, in any case and as short form of at least three letters. The name is
 * lower case without accents, with σ for ς. Returns 1 to 12, or undefined if no month or several have it.
 */
export function findMonth(name: string): number | undefined {
  const stem = name.replace(greekEnding, '');
  const matches = monthStems.flatMap((stems, index) =>
    stems.some((full) => full === stem || (stem.length >= 3 && full.startsWith(stem))) ? index + 1 : [],
  );
  return matches.length === 1 ? matches[0] : undefined;
}
