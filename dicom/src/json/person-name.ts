/** The non-empty groups of a name (PS3.18 F.2.2). */
export interface PersonName {
  readonly Alphabetic?: string;
  readonly Ideographic?: string;
  readonly Phonetic?: string;
}

/** Parses a PN value into its groups (PS3.5 6.2: alphabetic, ideographic, phonetic, each of five components). */
export function parsePersonName(text: string): PersonName {
  const [alphabetic = '', ideographic = '', phonetic = ''] = text
    .split('=')
    .map((group) => group.replace(/[\^ ]+$/, ''));
  return {
    ...(alphabetic ? { Alphabetic: alphabetic } : {}),
    ...(ideographic ? { Ideographic: ideographic } : {}),
    ...(phonetic ? { Phonetic: phonetic } : {}),
  };
}
