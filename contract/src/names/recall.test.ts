import { describe, expect, it } from 'vitest';
import { createNameMatcher } from './matches-name.fixture.ts';
import { createNameKey } from './search-key.ts';
import surnames from './surnames.json' with { type: 'json' };

/**
 * Spellings: Greek with accents, passport, another Latin spelling, Greeklish by look, DICOM capitals. Most of the other
 * Latin spellings are written by hand: known ones (Bakoyannis) and plausible ones (Livannos). The rules were tuned with
 * this list, so its figure shows regressions and not the recall of a center.
 */
interface Surname {
  greek: string;
  passport: string;
  common: string;
  look: string;
  dicom: string;
}

const list: Surname[] = surnames.map(([greek = '', passport = '', common = '', look = '', dicom = '']) => ({
  greek,
  passport,
  common,
  look,
  dicom,
}));
const givenNames = ['Γεώργιος', 'Μαρία', 'Ευάγγελος', 'Ζωή', 'Χρήστος', 'Μπάμπης', 'Αγγελική'];
const givenNameAt = (index: number): string => givenNames[index % givenNames.length] ?? '';
const keys = list.map(({ greek }, index) => createNameKey(givenNameAt(index), greek));

/** Caches the matcher of each query, because many names share prefixes. */
const matchers = new Map<string, (key: string) => boolean>();
function matches(key: string, query: string): boolean {
  const matcher = matchers.get(query) ?? createNameMatcher(query);
  matchers.set(query, matcher);
  return matcher(key);
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const otherDigraphs = (text: string) =>
  text.replace(/f/g, 'ph').replace(/^F/, 'Ph').replace(/^B/, 'Mp').replace(/ch/g, 'h').replace(/^Ch/, 'H');

/** Class, typed text, and minimum recall in percent: for the full name, and for every prefix of at least 3 letters. */
const classes: readonly (readonly [string, (name: Surname) => string, number, number])[] = [
  ['Greek exact', ({ greek }) => greek, 100, 100],
  ['Greek, no accents', ({ greek }) => withoutAccents(greek), 100, 100],
  ['Greek, lower case', ({ greek }) => withoutAccents(greek).toLowerCase(), 100, 100],
  ['Greek capitals', ({ greek }) => withoutAccents(greek).toUpperCase(), 100, 100],
  ['ELOT Latin', ({ passport }) => passport, 100, 100],
  ['DICOM capitals', ({ dicom }) => dicom, 100, 100],
  // Minimums of the next two: 2 points under the first study of 20,000 names (100 and 98.9). Of the last: 2 points
  // under the figures measured here (99.1 and 98.8; the study had 91.5 and 95.1).
  ['ph, mp, h', ({ passport }) => otherDigraphs(passport), 98, 96.9],
  ['other Latin, by hand', ({ common }) => common, 98, 96.9],
  ['greeklish by look', ({ look }) => look, 97.1, 96.8],
];

function percentFound(found: boolean[]): number {
  return (100 * found.filter(Boolean).length) / found.length;
}

function prefixes(text: string, minLength: number): string[] {
  return Array.from({ length: Math.max(0, text.length - minLength + 1) }, (_, index) =>
    text.slice(0, minLength + index),
  );
}

describe('name search: recall over the list of surnames', () => {
  it('uses enough surnames, each once, in five spellings', () => {
    expect(list.length).toBeGreaterThanOrEqual(420);
    expect(new Set(list.map(({ greek }) => greek)).size).toBe(list.length);
    expect(list.filter((name) => Object.values(name).includes(''))).toEqual([]);
  });

  it('finds the Greek patient by each class of spelling', () => {
    const table = classes.map(([typed, spell, minFull, minPrefix]) => {
      const full = percentFound(list.map((name, index) => matches(keys[index] ?? '', spell(name))));
      const beginnings = list.flatMap((name, index) =>
        prefixes(spell(name), 3).map((at) => ({ length: at.length, isFound: matches(keys[index] ?? '', at) })),
      );
      const prefix3 = percentFound(beginnings.map(({ isFound }) => isFound));
      const prefix4 = percentFound(beginnings.filter(({ length }) => length >= 4).map(({ isFound }) => isFound));
      return { typed, full, prefix3, prefix4, minFull, minPrefix };
    });
    console.table(
      table.map((row) => ({
        ...row,
        full: row.full.toFixed(1),
        prefix3: row.prefix3.toFixed(1),
        prefix4: row.prefix4.toFixed(1),
      })),
    );
    for (const row of table) {
      expect(row.full, `${row.typed}, whole`).toBeGreaterThanOrEqual(row.minFull);
      expect(row.prefix3, `${row.typed}, prefixes`).toBeGreaterThanOrEqual(row.minPrefix);
    }
  });

  it('finds surname and given name in either order', () => {
    const missed = list.filter(({ dicom, greek }, index) => {
      const key = keys[index] ?? '';
      const given = givenNameAt(index);
      return !matches(key, `${dicom}^${withoutAccents(given).toUpperCase()}`) || !matches(key, `${given} ${greek}`);
    });
    expect(missed).toEqual([]);
  });
});

describe('name search: precision over the list of surnames', () => {
  const surnameKeys = list.map(({ greek }) => createNameKey('', greek));
  const hits = (query: string) => surnameKeys.filter(createNameMatcher(query)).length;

  it('finds few other patients for a full surname', () => {
    const counts = list.flatMap((name) => Object.values(name).map((typed) => ({ typed, count: hits(typed) })));
    const mean = counts.reduce((sum, { count }) => sum + count, 0) / counts.length;
    const worst = counts.toSorted((one, other) => other.count - one.count).slice(0, 5);
    console.log(`a whole surname finds ${mean.toFixed(2)} of ${list.length} on average; most:`, worst);
    expect(mean).toBeLessThan(1.5);
    // 2 %: Παππάς sounds like the prefix of every Papas-
    expect(worst[0]?.count).toBeLessThan(list.length * 0.02);
  });

  it('does not search by sound if the skeleton has only two letters', () => {
    const zoi = list.filter(({ passport }) => /zoi/i.test(passport)).length;
    expect([hits('ζωή'), hits('zoi'), hits('ΖΩΗ')]).toEqual([zoi, zoi, zoi]);
    expect(zoi).toBeLessThan(list.filter(({ passport }) => /z[iy]/i.test(passport)).length);
  });

  it('finds at most half as many more for a prefix than the letters alone', () => {
    const typed = [...new Set(list.map(({ greek }) => withoutAccents(greek).toLowerCase().slice(0, 4)))];
    const byLetters = typed.reduce(
      (sum, query) => sum + list.filter(({ greek }) => withoutAccents(greek).toLowerCase().includes(query)).length,
      0,
    );
    const found = typed.reduce((sum, query) => sum + hits(query), 0);
    console.log(`beginnings of 4 Greek letters: ${byLetters} by letters, ${found} found`);
    expect(found).toBeLessThan(byLetters * 1.5);
  });
});

it('creates a name key quickly (printed, not asserted)', () => {
  const rounds = 4;
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const { greek } of list) createNameKey('Ευάγγελος', greek);
  const keyCount = rounds * list.length;
  console.log(`nameKey: ${(((performance.now() - start) * 1000) / keyCount).toFixed(1)} µs a name, ${keyCount} names`);
});
