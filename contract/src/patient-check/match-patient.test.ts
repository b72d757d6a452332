import { describe, expect, it } from 'vitest';
import { cases } from './match-patient.fixture.ts';
import { isPlaceholderName, type MatchCandidate, matchPatient } from './match-patient.ts';

/** Returns the result in the table's words: `sure amka maria`, `several maria myrto`, `unknown`. */
function match({ files, candidates }: (typeof cases)[number]): string {
  const { kind, by, candidates: found } = matchPatient(files, candidates);
  return [kind, by, ...found.map(({ candidate }) => candidate.id)].filter(Boolean).join(' ');
}

describe('matchPatient', () => {
  it('has a table of 60 cases, 25 of them clear', () => {
    expect(cases).toHaveLength(60);
    expect(cases.filter(({ person, expected }) => person && expected.startsWith('sure')).length).toBeGreaterThanOrEqual(
      25,
    );
  });

  it.each(cases)('answers $expected for $title', (one) => {
    expect(match(one)).toBe(one.expected);
  });

  it('is never sure of another patient than the right one', () => {
    const wrong = cases.filter((one) => match(one).startsWith('sure') && !match(one).endsWith(` ${one.person}`));
    expect(wrong).toEqual([]);
  });

  it('is sure of nobody without evidence, whatever the order of the candidates', () => {
    for (const { files, candidates } of cases) {
      const bare: MatchCandidate[] = candidates.map((candidate) => ({ ...candidate, evidence: [] }));
      expect(matchPatient(files, bare).kind).not.toBe('sure');
      const [one, other] = [candidates, candidates.toReversed()].map((order) => matchPatient(files, order));
      expect(other?.kind).toBe(one?.kind);
    }
  });

  it('returns the differences of a doubtful candidate', () => {
    const doubtful = cases.find(({ title }) => title.startsWith('AMKA of a twin'));
    const [first] = matchPatient(doubtful?.files ?? [], doubtful?.candidates ?? []).candidates;
    expect(first?.differences.map(({ field }) => field)).toEqual(['name']);
  });
});

describe('isPlaceholderName', () => {
  it.each([
    '',
    '  ^ ',
    null,
    'UNKNOWN',
    'ΑΓΝΩΣΤΟΣ^ΑΝΔΡΑΣ',
    'Test^Test',
    'TEST PATIENT 3',
    'EMERGENCY 20260104',
    '12345',
  ])('returns true for %s', (name) => expect(isPlaceholderName(name)).toBe(true));

  it.each(['TESTA^MARIA', 'Παπαδοπούλου^Μαρία', 'NOMIKOU^A'])('returns false for %s', (name) =>
    expect(isPlaceholderName(name)).toBe(false),
  );
});
