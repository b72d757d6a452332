import { describe, expect, it } from 'vitest';
import { toElot } from './elot.ts';
import { fold } from './fold.ts';
import { toSkeleton } from './skeleton.ts';

const sound = (word: string) => toSkeleton(toElot(fold(word)));

describe('toSkeleton', () => {
  it.each([
    ['Φιλίππου', 'Philippou', 'Filipou'],
    ['Χατζής', 'Hatzis', 'Khatzis', 'Hadjis', 'Chadzis'],
    ['Ξενάκης', 'Ksenakis', 'Xenakis'],
    ['Δουκάκης', 'Dukakis', 'Doucakis'],
    ['Μπάρκας', 'Mparkas', 'Barkas', 'Varkas'],
    ['Λάμπρου', 'Lambrou', 'Lamprou', 'Labrou'],
    ['Αντωνίου', 'Andoniou', 'Adoniou'],
    ['Αγγελόπουλος', 'Aggelopoulos', 'Angelopoulos', 'Agkelopoulos'],
    ['Παυλίδης', 'Paulidis', 'Pavlidis', 'Pavlides'],
    ['Ευσταθίου', 'Eustathiou', 'Efstathiou'],
    ['Ζαφειρίου', 'Zafiriou', 'Zaphyriou'],
    ['Ματθαίου', 'Mattheou'],
    ['Μιχαήλ', 'Michael', 'Mihail'],
    ['Βασιλείου', 'Vassiliou', 'Basileiou'],
    ['Ιακώβου', 'Jacovou', 'Iacovou'],
    ['Ανδρέου', 'Andreu', 'Antreou'],
  ])('collapses the spellings of %s', (...spellings) => {
    expect(new Set(spellings.map(sound)).size).toBe(1);
  });

  it('reads Y before a vowel as Γι or Γε', () => {
    for (const [greek, latin] of [
      ['Μπακογιάννης', 'Bakoyannis'],
      ['Παναγιώτου', 'Panayotou'],
      ['Παπαγιάννης', 'Papayiannis'],
      ['Καραγεώργης', 'Karayeorgis'],
      ['Γιαννόπουλος', 'Yannopoulos'],
      ['Δεληγιάννης', 'Deliyannis'],
    ] as const)
      expect(sound(latin)).toBe(sound(greek));
    // In other positions Y is υ.
    expect(sound('Mylonas')).toBe(sound('Μυλωνάς'));
    expect(sound('Kyriakou')).toBe(sound('Κιριάκου'));
  });

  it('reads Econom- as Οικονομ-', () => {
    for (const [greek, latin] of [
      ['Οικονόμου', 'Economou'],
      ['Οικονομίδης', 'Economides'],
      ['Παπαοικονόμου', 'Papaeconomou'],
    ] as const)
      expect(sound(latin)).toBe(sound(greek));
  });

  it('keeps different names apart', () => {
    const names = ['Νίκου', 'Νάκου', 'Δήμου', 'Ντόκος', 'Ζήσης', 'Ζώης', 'Θωμάς', 'Τομάς', 'Ψαρός', 'Σαρρής'];
    expect(new Set(names.map(sound)).size).toBe(names.length);
  });

  it('keeps blanks and digits in place', () => {
    expect(toSkeleton('papas 33 philippou')).toBe('papas 33 filipou');
  });
});
