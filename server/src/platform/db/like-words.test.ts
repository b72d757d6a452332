import { expect, it } from 'vitest';
import { likeWords } from './like-words.ts';

it('asks for eight words at the most, the longest, however many are typed', () => {
  const letters = Array.from({ length: 150 }, (_, index) => 'αβγδεζηθικλμνξοπρστυ'.charAt(index % 20)).join(' ');
  const words = likeWords(`${letters.slice(0, 100)} Παπαδόπουλος ${letters}`);
  expect(words).toHaveLength(8);
  expect(words[0]).toContain('%papadopoulos%');
  expect(likeWords('Μαρία Παπαδοπούλου')).toHaveLength(2);
});
