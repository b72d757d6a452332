import { expect, it } from 'vitest';
import { toLikePatterns } from './like-patterns.ts';

it('asks for eight words at the most, the longest, however many are typed', () => {
  const letters = Array.from({ length: 150 }, (_, index) => 'αβγδεζηθικλμνξοπρστυ'.charAt(index % 20)).join(' ');
  const words = toLikePatterns(`${letters.slice(0, 100)} Παπαδόπουλος ${letters}`);
  expect(words).toHaveLength(8);
  expect(words[0]).toContain('%papadopoulos%');
  expect(toLikePatterns('Μαρία Παπαδοπούλου')).toHaveLength(2);
});
