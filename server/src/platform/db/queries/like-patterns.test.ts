import { expect, it } from 'vitest';
import { toLikePatterns } from './like-patterns.ts';

it('searches for the eight longest words at most', () => {
  const letters = Array.from({ length: 150 }, (_, index) => 'αβγδεζηθικλμνξοπρστυ'.charAt(index % 20)).join(' ');
  const words = toLikePatterns(`${letters.slice(0, 100)} Παπαδόπουλος ${letters}`);
  expect(words).toHaveLength(8);
  expect(words[0]).toContain('%papadopoulos%');
  expect(toLikePatterns('Μαρία Παπαδοπούλου')).toHaveLength(2);
});
