/**
 * Spellings of one sound, collapsed in this order. This is not a transcription: Μπ, Β and B all become v, so a name
 * matches in any Latin spelling. Two words with the same skeleton need not be the same name.
 */
const collapses: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/[kc]h/g, 'h'],
  [/([dg])h/g, '$1'],
  [/ks/g, 'x'],
  [/w/g, 'o'],
  // Γι and Γε written as Y: Bakoyannis, Panayiotou, Yannis, Papayeorgiou. In other positions y is υ.
  [/yi(?=[aou])|(?<=[aeiou]|^| )y(?=[aou])|(?<=[aeou])yi(?=$| )/g, 'gi'],
  [/(?<=[aeiou]|^| )yi?(?=e)|(?<=[aeou])y(?=$| )/g, 'g'],
  [/ae/g, 'e'], // Michael, Μιχαήλ (ai, below)
  [/ei|oi|yi/g, 'i'],
  [/ai/g, 'e'],
  [/y/g, 'i'],
  [/m[pb]/g, 'b'],
  [/nt(?!h)|nd/g, 'd'],
  [/gk|ng|gg/g, 'g'],
  // ου is `ou` and not `u`, so `Papado` stays a prefix. Andreu and Nicolau end in it too.
  [/(?<=[ae])u(?=s?(?:$| ))/g, 'ou'],
  [/([ae])[uf]+|(i)f+/g, '$1$2v'],
  [/(?<!o)u/g, 'ou'],
  [/[dt][jz]/g, 'dz'],
  [/b/g, 'v'],
  [/[qc]/g, 'k'],
  [/j/g, 'i'],
  // Economou, Economides, Papaeconomou: the older Latin spelling of Οικονόμου. No other name of the list has -εκον-.
  [/(?:(?<=^| )o)?ekon/g, 'ikon'],
  [/(?<=[ai]d)es(?=$| )/g, 'is'], // Economides, Lazarides
  [/([a-z])\1+/g, '$1'],
];

/** Collapses the spellings of one sound in ELOT words (lower-case ASCII, blanks kept). */
export function toSkeleton(words: string): string {
  let text = words;
  for (const [spelling, sound] of collapses) text = text.replace(spelling, sound);
  return text;
}
