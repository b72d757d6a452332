import { describe, expect, it } from 'vitest';
import { matchRanges } from './match-ranges.ts';
import { matchesName } from './matches-name.fixture.ts';
import { createNameKey } from './search-key.ts';
import surnames from './surnames.json' with { type: 'json' };

/** Returns the text with its matched ranges in brackets. */
function markMatches(text: string, query: string): string {
  let shown = '';
  let from = 0;
  for (const [start, end] of matchRanges(text, query)) {
    shown += `${text.slice(from, start)}[${text.slice(start, end)}]`;
    from = end;
  }
  return shown + text.slice(from);
}

describe('matchRanges', () => {
  it.each([
    ['Παπαδόπουλος Γεώργιος', 'παπαδ', '[Παπαδ]όπουλος Γεώργιος'],
    ['Παπαδόπουλος Γεώργιος', 'papad', '[Παπαδ]όπουλος Γεώργιος'],
    ['Papadopoulos Georgios', 'παπαδό', '[Papado]poulos Georgios'],
    ['Παπαδόπουλος Γεώργιος', 'GEORGIOS^PAPADOPOULOS', '[Παπαδόπουλος] [Γεώργιος]'],
    ['Παπαδόπουλος Γεώργιος', 'opoul', 'Παπαδ[όπουλ]ος Γεώργιος'],
    ['Παύλου Παύλος', 'παυ', '[Παύ]λου [Παύ]λος'],
    ['Λάμπρου', 'λαμπ', '[Λάμπ]ρου'],
    ['Μπούρας', 'bou', '[Μπού]ρας'],
    ['Θεοδώρου', 'th', '[Θ]εοδώρου'],
    ['Θεοδώρου', '8eod', '[Θεοδ]ώρου'],
    ['Χατζής', 'xatzh', '[Χατζή]ς'],
    ['Μπακογιάννης Κυριάκος', 'bakoyan kir', '[Μπακογιάν]νης [Κυρ]ιάκος'],
    ['Οικονόμου', 'econ', '[Οικον]όμου'],
    ['Ταΰγετος', 'ταυγ', '[Ταΰγ]ετος'],
    ['Strauß, Jörg', 'strauss jorg', '[Strauß], [Jörg]'],
  ])('marks %s for %s', (text, query, expected) => {
    expect(markMatches(text, query)).toBe(expected);
  });

  it('never separates a letter from its accent', () => {
    const text = 'Παύλου'.normalize('NFD');
    expect(markMatches(text, 'παυ')).toBe(`[${'Παύ'.normalize('NFD')}]λου`);
  });

  it('joins ranges that touch', () => {
    expect(matchRanges('Παπαδόπουλος', 'παπα απαδ')).toEqual([[0, 5]]);
  });

  it('returns no range if a word of the query is not in the name, or the query is an id', () => {
    expect(matchRanges('Παπαδόπουλος Γεώργιος', 'παπαδ μαρία')).toEqual([]);
    expect(matchRanges('Παπαδόπουλος Γεώργιος', 'P-7K3M2N4Q5R')).toEqual([]);
    expect(matchRanges('Παπαδόπουλος Γεώργιος', '  ')).toEqual([]);
    expect(matchRanges('', 'παπ')).toEqual([]);
  });

  it('returns ranges exactly if the search finds the name, for every spelling in the list', () => {
    const wrong: string[] = [];
    for (const [greek = '', ...spellings] of surnames) {
      const key = createNameKey('', greek);
      for (const spelling of [greek, ...spellings])
        for (const query of [spelling, spelling.slice(0, 4)])
          if (matchRanges(greek, query).length > 0 !== matchesName(key, query)) wrong.push(`${greek} ${query}`);
    }
    expect(wrong).toEqual([]);
  });
});
